import type { ClientRequest, IncomingMessage } from 'node:http';
import { IppError } from './errors.js';
import { networkError } from './network-error.js';

/**
 * The limit is far above the longest known replies: 12 KB seen, and about 200 KB for a printer's complete
 * media database.
 */
const longestReplyBytes = 4 * 1024 * 1024;

/**
 * The body of the HTTP answer to an IPP request, at most 4 MB.
 *
 * When the answer has begun, errors of the upload are ignored: a busy printer answers and closes the
 * connection while the document is still being sent, and the failed upload must not hide that answer.
 * @param errorKind the error's kind when the connection ends before any answer
 * @throws IppError, or the reason of `signal` as soon as it is aborted
 */
export function receiveReply(
  request: ClientRequest,
  errorKind: 'unreachable' | 'interrupted',
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let answered = false;
    // A request that still waits for its connection does not notice by itself that it was aborted.
    const giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    request.on('response', (response) => {
      answered = true;
      readBody(response).then(resolve, reject);
    });
    request.on('error', (error) => {
      if (!answered) reject(networkError(error, errorKind));
    });
    request.on('close', () => {
      if (!answered) reject(new IppError(errorKind, 'the connection ended without an answer'));
    });
  });
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  try {
    checkHead(response);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > longestReplyBytes) throw tooLong();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    response.destroy();
    throw networkError(error, 'interrupted');
  }
}

function checkHead({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode !== 200) throw httpError(statusCode);
  // Printers omit the content type or invent one. Only text and HTML are certainly no IPP reply.
  if (/^text\/|html/i.test(headers['content-type'] ?? '')) {
    throw new IppError('garbage', 'the printer answered with a web page or text instead of IPP');
  }
  if (Number(headers['content-length']) > longestReplyBytes) throw tooLong();
}

function tooLong(): IppError {
  return new IppError('garbage', 'the reply is longer than 4 MB');
}

function httpError(httpStatus: number): IppError {
  const details = { httpStatus };
  const message = `the printer answered HTTP ${httpStatus}`;
  switch (httpStatus) {
    case 401:
    case 403:
    case 407:
      return new IppError('auth', message, details);
    case 413:
      return new IppError('too-large', message, details);
    case 426:
      return new IppError('tls', message, details);
    case 429:
    case 503:
      return new IppError('busy', message, details);
    default:
      return new IppError('garbage', message, details);
  }
}
