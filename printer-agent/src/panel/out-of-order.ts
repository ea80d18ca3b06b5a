import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { once } from 'node:events';
import { readCertificate } from '@sixpence/config/certificate';
import { boundConnections, silenceLimits } from '@sixpence/config/connections';
import type { PanelAddress } from './panel-address.js';
import { outOfOrder } from './plain-page.js';

const mostConnections = 500;
const retrySeconds = 10;

/**
 * Serves one address of a box that cannot start yet. Each page says that the box prints nothing, why, and
 * what to do, and reloads itself. `/healthz` answers 503.
 * @returns a function that frees the address, so that the panels can use it
 */
export async function showOutOfOrder(address: PanelAddress): Promise<() => Promise<void>> {
  const answer: RequestListener = (request, response) => {
    const isHealth = request.url === '/healthz';
    response
      .writeHead(503, {
        'content-type': isHealth ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'retry-after': String(retrySeconds),
        connection: 'close',
      })
      .end(isHealth ? JSON.stringify({ status: 'disk', online: false }) : outOfOrder(retrySeconds));
  };
  const server = address.certificate
    ? createSecureServer({ ...readCertificate(address.certificate), ...silenceLimits }, answer)
    : createServer(silenceLimits, answer);
  boundConnections(server, { most: mostConnections, isProxy: () => false });
  await once(server.listen(address.port, address.host), 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}
