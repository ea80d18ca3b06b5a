import { isIP } from 'node:net';
import type { CertificateFiles } from '@sixpence/config/certificate';
import type { AgentConfig } from '../config.js';

/** An address at which the box serves pages. */
export interface PanelAddress {
  /** The address to listen on. */
  readonly host: string;
  readonly port: number;
  /** The host names by which pages address the box, in URL form. */
  readonly names: ReadonlySet<string>;
  /** Absent for the local address, whose traffic crosses no network. */
  readonly certificate?: CertificateFiles;
}

/** The address for this machine, without TLS. */
export function localAddress({ HOST, AGENT_PORT }: AgentConfig): PanelAddress {
  return { host: HOST, port: AGENT_PORT, names: new Set(['localhost', '127.0.0.1', '[::1]']) };
}

/** The address for screens in the site's network, with TLS; undefined when none is configured. */
export function lanAddress(config: AgentConfig): PanelAddress | undefined {
  const { AGENT_LAN_HOST: name, AGENT_LAN_PORT: port } = config;
  if (name === '') return undefined;
  return {
    host: isIP(name) ? name : '0.0.0.0',
    port,
    names: new Set([isIP(name) === 6 ? `[${name}]` : name]),
    certificate: { cert: config.TLS_CERT_FILE, key: config.TLS_KEY_FILE },
  };
}

export function schemeOf({ certificate }: Pick<PanelAddress, 'certificate'>): 'http' | 'https' {
  return certificate ? 'https' : 'http';
}
