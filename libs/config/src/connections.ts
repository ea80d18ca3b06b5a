import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, widerNetworkOf } from './networks.js';

/** One network may hold one eighth of the connections that may be open, a customer's /48 twice as much. */
const shareDivisor = 8;

/** Options of the server: a connection must send the headers of its request within 10 s of its opening. */
export const silenceLimits = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };

interface Bounds {
  /** Connections of all networks together. */
  most: number;
  /** Whether an address is one of our proxies, whose connections come from many networks. */
  isProxy: (address: string) => boolean;
}

/**
 * How many connections the process may have: at most `wanted`, and at most three quarters of its limit of
 * descriptors, because files, the database, and NATS need the others.
 * @param limits the text of `/proc/self/limits`; empty where there is none
 */
export function mostConnections(wanted: number, limits: string): number {
  const [, descriptors] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return descriptors === undefined ? wanted : Math.min(wanted, Math.floor((Number(descriptors) * 3) / 4));
}

/** The number of open connections, and of connections that were closed because a limit was reached. */
export interface OpenConnections {
  open: number;
  refused: number;
}

interface Bound {
  /** A network, or a customer of a provider. */
  readonly key: string;
  readonly most: number;
}

/** Connections that share a bound. In each set the oldest member comes first. */
interface Crowd extends Bound {
  open: number;
  /** Connections without a request under way. */
  readonly idle: Set<Connection>;
  /** Connections with a request under way. Upgraded sockets are in neither set: their gateways end them. */
  readonly waiting: Set<Connection>;
}

interface Connection {
  /**
   * Address and port of the client. Of a TLS connection, the encrypted and the plain socket have the same.
   */
  readonly name: string;
  socket: Socket;
  readonly crowds: readonly Crowd[];
  /** Requests that are not answered yet. */
  pendingRequests: number;
  isOpen: boolean;
}

/**
 * Limits the open connections of a server, so that connections never use up the process's descriptors. Each
 * network has a limit of its own. A new connection of a full network closes that network's longest idle
 * connection, else the one whose answer takes longest. So a client with many slow connections blocks neither
 * other networks, nor the users and boxes behind its own address.
 * @returns figures that change with the connections
 */
export function boundConnections(server: Server, { most, isProxy }: Bounds): OpenConnections {
  const figures: OpenConnections = { open: 0, refused: 0 };
  const crowds = new Map<string, Crowd>();
  const byName = new Map<string, Connection>();
  const share = Math.max(1, Math.floor(most / shareDivisor));
  // A new connection opens before an old one is closed, so some more are accepted.
  server.maxConnections = most + share;
  server.on('drop', () => (figures.refused += 1));

  const forget = (connection: Connection) => {
    if (byName.get(connection.name) === connection) byName.delete(connection.name);
    if (!connection.isOpen) return;
    connection.isOpen = false;
    figures.open -= 1;
    for (const crowd of connection.crowds) {
      crowd.open -= 1;
      crowd.idle.delete(connection);
      crowd.waiting.delete(connection);
      if (crowd.open === 0) crowds.delete(crowd.key);
    }
  };
  const makeRoom = (crowd: Crowd | undefined, newcomer: Connection) => {
    const leaving = firstToLeave(crowd, newcomer);
    figures.refused += 1;
    forget(leaving);
    leaving.socket.destroy();
  };
  const beginRequest = (socket: Socket): Connection | undefined => {
    const connection = byName.get(nameOf(socket));
    if (!connection) return undefined;
    connection.pendingRequests += 1;
    for (const crowd of connection.crowds) {
      crowd.idle.delete(connection);
      crowd.waiting.add(connection);
    }
    return connection;
  };
  const endRequest = (connection: Connection) => {
    connection.pendingRequests -= 1;
    if (connection.pendingRequests > 0 || !connection.isOpen) return;
    for (const crowd of connection.crowds) {
      crowd.waiting.delete(connection);
      crowd.idle.add(connection);
    }
  };

  // This listener runs before the server's own, so a refused connection costs no parser.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const own = (isProxy(address) ? [] : boundsOf(address, share)).map(
      (bound): Crowd => crowds.get(bound.key) ?? { ...bound, open: 0, idle: new Set(), waiting: new Set() },
    );
    const connection: Connection = {
      name: nameOf(socket),
      socket,
      crowds: own,
      pendingRequests: 0,
      isOpen: true,
    };
    byName.set(connection.name, connection);
    figures.open += 1;
    for (const crowd of own) {
      crowds.set(crowd.key, crowd);
      crowd.open += 1;
      crowd.idle.add(connection);
    }
    socket.once('close', () => forget(connection));
    for (const crowd of own) if (crowd.open > crowd.most) makeRoom(crowd, connection);
    if (figures.open > most) makeRoom(largest(crowds), connection);
  });
  server.on('secureConnection', (socket: Socket) => {
    const connection = byName.get(nameOf(socket));
    if (connection) connection.socket = socket;
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = beginRequest(socket);
    if (connection) response.once('close', () => endRequest(connection));
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    const connection = beginRequest(socket);
    if (connection) for (const crowd of connection.crowds) crowd.waiting.delete(connection);
  });
  return figures;
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The longest idle connection, else the longest waiting one, else the newcomer: upgraded sockets stay. */
function firstToLeave(crowd: Crowd | undefined, newcomer: Connection): Connection {
  for (const each of crowd?.idle ?? []) if (each !== newcomer) return each;
  for (const each of crowd?.waiting ?? []) return each;
  return newcomer;
}

function largest(crowds: ReadonlyMap<string, Crowd>): Crowd | undefined {
  const sizeOf = ({ idle, waiting }: Crowd) => idle.size + waiting.size;
  let biggest: Crowd | undefined;
  for (const crowd of crowds.values()) if (!biggest || sizeOf(crowd) > sizeOf(biggest)) biggest = crowd;
  return biggest;
}

function boundsOf(address: string, share: number): Bound[] {
  const network = networkOf(address);
  const wider = widerNetworkOf(network);
  const own = { key: network, most: share };
  return wider === network ? [own] : [own, { key: wider, most: 2 * share }];
}
