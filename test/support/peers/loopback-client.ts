import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface LoopbackCall {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** The path at the service, with a leading slash. */
  readonly path: string;
  /** Bytes are sent as they are, any other value as JSON. */
  readonly body?: unknown;
  readonly type?: string;
  readonly cookie?: string | undefined;
}

interface LoopbackAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A browser with its own loopback address, so that the service sees it as a network of its own. */
export class LoopbackClient {
  /** @param origin the service's public address; its port is used on 127.0.0.1 */
  constructor(
    private readonly origin: string,
    private readonly localAddress: string,
  ) {}

  /**
   * Opens a new connection for each call, as a visitor's first call does.
   * @throws Error when there is no answer
   */
  ask({
    path,
    body,
    cookie,
    type = 'application/json',
    method = body === undefined ? 'GET' : 'POST',
  }: LoopbackCall) {
    const { host, port } = new URL(this.origin);
    const content = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const headers = {
      host,
      origin: this.origin,
      ...(content !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(content) }),
      ...(cookie !== undefined && { cookie }),
    };
    const { localAddress } = this;
    return new Promise<LoopbackAnswer>((resolve, reject) => {
      const from = { host: '127.0.0.1', port, localAddress, agent: false as const };
      request({ ...from, method, path, headers }, (answer) => {
        text(answer).then(
          (whole) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: whole }),
          reject,
        );
      })
        .on('error', reject)
        .end(content);
    });
  }

  /**
   * @returns the session's cookie
   * @throws Error when the service refuses
   */
  async signIn(account: { email: string; password: string }): Promise<string> {
    const { status, headers, body } = await this.ask({ path: '/email-login', body: account });
    const cookie = headers['set-cookie']?.[0]?.split(';')[0];
    if (status !== 200 || cookie === undefined) throw new Error(`Sign-in was refused: ${status} ${body}`);
    return cookie;
  }
}
