import { isIP } from 'node:net';
import type { CertificateFiles } from '@sixpence/config/certificate';
import type { AgentConfig } from '../config.js';

/** A way by which pages come to the box. */
export interface PanelDoor {
  /** Where it listens. */
  readonly host: string;
  readonly port: number;
  /** What pages call the box, as a URL writes it. */
  readonly names: ReadonlySet<string>;
  /** Absent on this machine, where nobody listens in. */
  readonly certificate?: CertificateFiles;
}

/** For this machine, in the clear. */
export function localDoor({ HOST, AGENT_PORT }: AgentConfig): PanelDoor {
  return { host: HOST, port: AGENT_PORT, names: new Set(['localhost', '127.0.0.1', '[::1]']) };
}

/** For screens in the site's network, by TLS; undefined where none is configured. */
export function lanDoor(config: AgentConfig): PanelDoor | undefined {
  const { AGENT_LAN_HOST: name, AGENT_LAN_PORT: port } = config;
  if (name === '') return undefined;
  return {
    host: isIP(name) ? name : '0.0.0.0',
    port,
    names: new Set([isIP(name) === 6 ? `[${name}]` : name]),
    certificate: { cert: config.TLS_CERT_FILE, key: config.TLS_KEY_FILE },
  };
}

export function schemeOf({ certificate }: Pick<PanelDoor, 'certificate'>): 'http' | 'https' {
  return certificate ? 'https' : 'http';
}
