import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, widerNetworkOf } from './networks.js';

/** Of the connections that may be open, one network may hold this part, and a customer's /48 twice as much. */
const partOfNetwork = 8;

/** Options of the server: a connection sends the headers of its request within 10 s, from its opening on. */
export const silenceLimits = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };

interface Bounds {
  /** Connections of all networks together. */
  most: number;
  /** A proxy of ours brings the connections of many networks. */
  isProxy: (address: string) => boolean;
}

/**
 * How many connections the process has descriptors for: three quarters of its own limit, because files, the database,
 * and NATS need the rest.
 * @param limits the text of `/proc/self/limits`; empty where there is none
 */
export function mostConnections(wanted: number, limits: string): number {
  const [, descriptors] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return descriptors === undefined ? wanted : Math.min(wanted, Math.floor((Number(descriptors) * 3) / 4));
}

/** What is open, and what was closed as it opened. */
export interface OpenConnections {
  open: number;
  refused: number;
}

/**
 * Bounds the open connections of a server, so that connections never take the last descriptor of the process. A network
 * has a part of its own: one that opens many closes the door to itself alone.
 * @returns figures that stay current
 */
export function boundConnections(server: Server, { most, isProxy }: Bounds): OpenConnections {
  const figures: OpenConnections = { open: 0, refused: 0 };
  const openOf = new Map<string, number>();
  const share = Math.max(1, Math.floor(most / partOfNetwork));
  server.maxConnections = most;
  server.on('drop', () => (figures.refused += 1));
  // Before the server's own listener: a connection that is refused costs no parser.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const bounds = isProxy(address) ? [] : boundsOf(address, share);
    figures.open += 1;
    for (const { key } of bounds) openOf.set(key, (openOf.get(key) ?? 0) + 1);
    socket.once('close', () => {
      figures.open -= 1;
      for (const { key } of bounds) lower(openOf, key);
    });
    if (bounds.every((bound) => (openOf.get(bound.key) ?? 0) <= bound.most)) return;
    figures.refused += 1;
    socket.destroy();
  });
  return figures;
}

function boundsOf(address: string, share: number): { key: string; most: number }[] {
  const network = networkOf(address);
  const wider = widerNetworkOf(network);
  const own = { key: network, most: share };
  return wider === network ? [own] : [own, { key: wider, most: 2 * share }];
}

function lower(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
