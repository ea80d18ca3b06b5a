import http from 'node:http';
import https from 'node:https';
import { openConnections, type ConnectionOptions } from './connections.js';
import type { Endpoint } from './endpoint.js';
import { IppError } from './errors.js';
import { codeOf } from './network-error.js';
import { receiveReply } from './receive.js';
import { uploadDocument, type PrintableDocument } from './upload.js';
import { Watchdog, type WatchdogLimits } from './watchdog.js';

export interface TransportLimits extends Omit<ConnectionOptions, 'secure'> {
  /** The deadline of an exchange without a document. It includes the wait for a connection. */
  readonly timeoutMs: number;
  readonly upload: WatchdogLimits;
}

/**
 * A question or a cancel is `repeatable`. A request that creates a job is sent `once`, because a repeat might
 * create a second job.
 */
export type ExchangeKind = 'repeatable' | 'once';

/**
 * Carries IPP messages over HTTP/1.1 (RFC 8010 §4) to one printer. Always sends a Content-Length, because old
 * firmware understands nothing else, and never follows redirects. Every exchange ends, whatever the printer
 * does.
 */
export class Transport {
  private readonly connections;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly limits: TransportLimits,
  ) {
    this.connections = openConnections({ ...limits, secure: endpoint.secure });
  }

  /**
   * Sends a message without a document and returns the reply's bytes.
   * @throws IppError
   */
  async exchange(message: Buffer, kind: ExchangeKind, signal?: AbortSignal): Promise<Buffer> {
    const ending = new AbortController();
    const deadline = setTimeout(() => {
      ending.abort(new IppError('timeout', `no complete answer within ${this.limits.timeoutMs} ms`));
    }, this.limits.timeoutMs);
    try {
      return await this.exchangeOnce(message, kind, anyOf(signal, ending.signal));
    } finally {
      clearTimeout(deadline);
    }
  }

  /**
   * Sends a message, followed by a document. A watchdog replaces the deadline; `isExcused` says whether the
   * printer has a reason to stall. `isWhole` is false when the printer answered before it had all bytes.
   * @throws IppError, and errors of the document's own stream
   */
  async upload(
    message: Buffer,
    document: PrintableDocument,
    isExcused: () => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<{ bytes: Buffer; isWhole: boolean }> {
    const ending = new AbortController();
    const watchdog = new Watchdog(this.limits.upload, isExcused, (cause) => {
      ending.abort(new IppError('timeout', 'the printer takes no more of the document', { cause }));
    });
    const either = anyOf(signal, ending.signal);
    const request = this.openRequest('once', message.length + document.byteLength, either);
    let handedBytes = 0;
    try {
      const reply = receiveReply(request, 'interrupted', either);
      request.write(message);
      const uploading = uploadDocument(request, document, (taken) => {
        handedBytes += taken;
        watchdog.progress();
      });
      const bytes = await Promise.race([reply, uploading.then(() => reply)]);
      return { bytes, isWhole: handedBytes === document.byteLength };
    } catch (error) {
      throw endedBy(either, error);
    } finally {
      watchdog.stop();
      request.destroy();
    }
  }

  close(): void {
    this.connections.shared.destroy();
    this.connections.fresh.destroy();
  }

  private async exchangeOnce(message: Buffer, kind: ExchangeKind, signal: AbortSignal): Promise<Buffer> {
    const request = this.openRequest(kind, message.length, signal);
    try {
      const errorKind = kind === 'repeatable' ? 'unreachable' : 'interrupted';
      const reply = receiveReply(request, errorKind, signal);
      request.end(message);
      return await reply;
    } catch (error) {
      // The printer closed the idle connection at the moment of its reuse, which is no fault of the printer.
      const isStale =
        request.reusedSocket && error instanceof IppError && codeOf(error.cause) === 'ECONNRESET';
      if (isStale && !signal.aborted) return this.exchangeOnce(message, kind, signal);
      throw endedBy(signal, error);
    }
  }

  private openRequest(kind: ExchangeKind, contentLength: number, signal: AbortSignal): http.ClientRequest {
    const { host, port, path, secure } = this.endpoint;
    return (secure ? https : http).request({
      host,
      port,
      path,
      method: 'POST',
      agent: kind === 'repeatable' ? this.connections.shared : this.connections.fresh,
      headers: {
        'Content-Type': 'application/ipp',
        'Content-Length': contentLength,
        Accept: 'application/ipp',
      },
      signal,
    });
  }
}

function anyOf(signal: AbortSignal | undefined, ending: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, ending]) : ending;
}

/** The abort's reason for an aborted exchange, because the abort causes misleading connection errors. */
function endedBy(signal: AbortSignal, error: unknown): unknown {
  return signal.aborted ? signal.reason : error;
}
