import type { IncomingHttpHeaders } from 'node:http';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request names this box's own panel as its host. A page of some other site that made its name point here
 * (DNS rebinding) does not.
 */
export function isOwnHost({ host }: IncomingHttpHeaders, port: number): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname, port: named } = new URL(`http://${host}`);
  return loopbackNames.has(hostname) && Number(named || 80) === port;
}

/** Whether our own page opens the socket. Browsers always say which page does. */
export function isOwnPage(headers: IncomingHttpHeaders): boolean {
  return headers.host !== undefined && headers.origin === `http://${headers.host}`;
}
