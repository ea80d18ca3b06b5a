import type { IncomingHttpHeaders } from 'node:http';
import { type PanelDoor, schemeOf } from './panel-door.js';

const usualPorts = { http: 80, https: 443 };

/**
 * Whether a request names this box as its host, as pages at this door do. A page of some other site that made its name point
 * here (DNS rebinding) does not.
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

/** Whether our own page opens the socket. Browsers always say which page does. */
export function isOwnPage(headers: IncomingHttpHeaders, door: Pick<PanelDoor, 'certificate'>): boolean {
  return headers.host !== undefined && headers.origin === `${schemeOf(door)}://${headers.host}`;
}
