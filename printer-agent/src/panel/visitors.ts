import type { IncomingHttpHeaders } from 'node:http';
import { type PanelAddress, schemeOf } from './panel-address.js';

const usualPorts = { http: 80, https: 443 };

/**
 * True when a request names this box as its host, as pages at this address do. A foreign page whose name was
 * pointed at the box (DNS rebinding) names another host.
 */
export function isOwnHost(
  { host }: IncomingHttpHeaders,
  address: Pick<PanelAddress, 'names' | 'port' | 'certificate'>,
): boolean {
  const scheme = schemeOf(address);
  if (!host || !URL.canParse(`${scheme}://${host}`)) return false;
  const { hostname, port } = new URL(`${scheme}://${host}`);
  return address.names.has(hostname) && Number(port || usualPorts[scheme]) === address.port;
}

/** True when our own page opens the socket. Browsers always send the page's origin. */
export function isOwnPage(headers: IncomingHttpHeaders, address: Pick<PanelAddress, 'certificate'>): boolean {
  return headers.host !== undefined && headers.origin === `${schemeOf(address)}://${headers.host}`;
}
