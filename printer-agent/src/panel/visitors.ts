import type { IncomingHttpHeaders } from 'node:http';
import { type PanelDoor, schemeOf } from './panel-door.js';

const usualPorts = { http: 80, https: 443 };

/**
 * True when a request names this box as its host, as pages of this door do. A foreign page whose name was
 * pointed at the box (DNS rebinding) names another host.
 */
export function isOwnHost(
  { host }: IncomingHttpHeaders,
  door: Pick<PanelDoor, 'names' | 'port' | 'certificate'>,
): boolean {
  const scheme = schemeOf(door);
  if (!host || !URL.canParse(`${scheme}://${host}`)) return false;
  const { hostname, port } = new URL(`${scheme}://${host}`);
  return door.names.has(hostname) && Number(port || usualPorts[scheme]) === door.port;
}

/** True when our own page opens the socket. Browsers always send the page's origin. */
export function isOwnPage(headers: IncomingHttpHeaders, door: Pick<PanelDoor, 'certificate'>): boolean {
  return headers.host !== undefined && headers.origin === `${schemeOf(door)}://${headers.host}`;
}
