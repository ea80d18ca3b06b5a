import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { IppError } from './errors.js';

export interface ConnectionOptions {
  readonly secure: boolean;
  readonly connectTimeoutMs: number;
  /**
   * SHA-256 of the printer's own certificate, `AA:BB:…`, as approved when the printer was set up. Printers sign their
   * certificates themselves; without a pin only one from a known authority is accepted.
   */
  readonly fingerprint256?: string | undefined;
}

/** Printers close idle connections without notice, the earliest after some five seconds. */
const idleTimeoutMs = 4_000;

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * The connections to one printer, two at most: firmware has as few as five for everybody. What may be repeated shares one
 * that is `kept` open for a moment. Jobs and documents get a `fresh` one each time, because a connection that dies on
 * reuse leaves open whether the printer did it; and a document that stands still does not keep anybody from asking.
 */
export function openConnections(options: ConnectionOptions): { kept: http.Agent; fresh: http.Agent } {
  const kept = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1, timeout: idleTimeoutMs };
  const fresh = { keepAlive: false, maxSockets: 1 };
  return options.secure
    ? { kept: new SecureAgent(kept, options), fresh: new SecureAgent(fresh, options) }
    : { kept: new PlainAgent(kept, options), fresh: new PlainAgent(fresh, options) };
}

class PlainAgent extends http.Agent {
  constructor(
    agentOptions: http.AgentOptions,
    private readonly connection: ConnectionOptions,
  ) {
    super(agentOptions);
  }

  override createConnection(
    options: http.ClientRequestArgs,
    connected?: Connected,
  ): Duplex | null | undefined {
    const socket = super.createConnection(options, connected);
    if (socket) limitConnecting(socket, 'connect', this.connection.connectTimeoutMs);
    return socket;
  }
}

/** Hands a connection over only after the certificate was found right, so that nothing is sent before. */
class SecureAgent extends https.Agent {
  constructor(
    agentOptions: https.AgentOptions,
    private readonly connection: ConnectionOptions,
  ) {
    super(agentOptions);
  }

  override createConnection(options: https.RequestOptions, connected: Connected): undefined {
    const { fingerprint256, connectTimeoutMs } = this.connection;
    const socket = tls.connect({
      ...(options as tls.ConnectionOptions),
      rejectUnauthorized: fingerprint256 === undefined,
    });
    limitConnecting(socket, 'secureConnect', connectTimeoutMs);
    const failed = (error: Error) => connected(error, socket);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      if (fingerprint256 !== undefined && socket.getPeerCertificate().fingerprint256 !== fingerprint256) {
        socket.destroy(new IppError('tls', 'the printer shows another certificate than the approved one'));
        return;
      }
      socket.off('error', failed);
      connected(null, socket);
    });
  }
}

function limitConnecting(socket: Duplex, event: 'connect' | 'secureConnect', limitMs: number): void {
  const timer = setTimeout(
    () => socket.destroy(new IppError('unreachable', `no connection within ${limitMs} ms`)),
    limitMs,
  );
  const stop = () => clearTimeout(timer);
  socket.once(event, stop);
  socket.once('close', stop);
}
