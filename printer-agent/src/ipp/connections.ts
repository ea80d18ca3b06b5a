import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { IppError } from './errors.js';

export interface ConnectionOptions {
  readonly secure: boolean;
  readonly connectTimeoutMs: number;
  /**
   * SHA-256 of the printer's own certificate, `AA:BB:…`, as the operator approved it at set-up. Most printers
   * sign their certificates themselves. Without this fingerprint, only a certificate of a known authority is
   * accepted.
   */
  readonly fingerprint256?: string | undefined;
}

/** Printers close idle connections without notice, some after about five seconds. */
const idleTimeoutMs = 4_000;

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * The connections to one printer, at most two, because some firmware allows only five for all clients.
 * Repeatable requests share one that stays open for a moment (`shared`). Jobs and documents get a `fresh` one
 * each time: if a reused connection dies, it is unknown whether the printer executed the request. A stalled
 * document therefore does not block other requests.
 */
export function openConnections(options: ConnectionOptions): { shared: http.Agent; fresh: http.Agent } {
  const shared = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1, timeout: idleTimeoutMs };
  const fresh = { keepAlive: false, maxSockets: 1 };
  return options.secure
    ? { shared: new SecureAgent(shared, options), fresh: new SecureAgent(fresh, options) }
    : { shared: new PlainAgent(shared, options), fresh: new PlainAgent(fresh, options) };
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

/** Returns a connection only after it has verified the certificate, so that nothing is sent before. */
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
