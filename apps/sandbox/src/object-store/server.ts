import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerTo, problem, type Answer } from './calls.js';
import { KeptObjects } from './kept-objects.js';
import { signatureProblem, type Credentials } from './signature.js';

export interface ObjectStoreOptions extends Credentials {
  readonly bucket: string;
  readonly folder: string;
  readonly port: number;
  /** The number of keys in one answer to a list request; 1,000 by default, as in S3. */
  readonly pageSize?: number;
}

export type Trouble = 'none' | 'away' | 'full';

const maxBodyBytes = 64 * 1024 * 1024;

/**
 * A stand-in for an S3-compatible object store, with one bucket, on 127.0.0.1. It speaks the real protocol:
 * it checks the signature and the hash of every request, joins parts, answers ranges, and lists in pages.
 */
export class ObjectStoreServer {
  readonly objects: KeptObjects;
  /** The method and path of every request with a valid signature. */
  readonly requests: string[] = [];
  private trouble: Trouble = 'none';

  private constructor(
    private readonly options: ObjectStoreOptions,
    private readonly server: Server,
  ) {
    this.objects = new KeptObjects(options.folder);
  }

  static async start(options: ObjectStoreOptions): Promise<ObjectStoreServer> {
    const server = createServer();
    const store = new ObjectStoreServer(options, server);
    server.on('request', (request, response) => {
      store.answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    server.listen(options.port, '127.0.0.1');
    await once(server, 'listening');
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${this.options.port}`;
  }

  /**
   * Sets the fault of all later requests: break every connection, or refuse every upload because the store is
   * full.
   */
  setTrouble(trouble: Trouble): void {
    this.trouble = trouble;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.trouble === 'away') {
      request.socket.destroy();
      return;
    }
    const { status, headers = {}, body } = this.answerTo(request, await bodyOf(request));
    response.writeHead(status, {
      ...(typeof body === 'string' && { 'content-type': 'application/xml' }),
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private answerTo(request: IncomingMessage, body: Buffer | undefined): Answer {
    if (!body) return problem('EntityTooLarge');
    const { method = 'GET', url = '/', headers } = request;
    const unsigned = signatureProblem({ method, url, headers, body }, this.options, Date.now());
    if (unsigned !== undefined) return problem(unsigned);
    this.requests.push(`${method} ${url}`);
    if (this.trouble === 'full' && (method === 'PUT' || method === 'POST'))
      return problem('InsufficientStorage');
    const { pathname, searchParams } = new URL(url, this.url);
    const [bucket = '', ...rest] = pathname.slice(1).split('/');
    if (bucket !== this.options.bucket) return problem('NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    return answerTo(
      { method, key, query: searchParams, headers, body },
      this.objects,
      this.options.pageSize ?? 1_000,
    );
  }
}

/** @returns undefined when the body exceeds the limit of such a store */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let byteLength = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    byteLength += piece.length;
    if (byteLength <= maxBodyBytes) pieces.push(piece);
  }
  return byteLength <= maxBodyBytes ? Buffer.concat(pieces) : undefined;
}
