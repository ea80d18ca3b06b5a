import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The callbacks for the next HTTP answer on a connection. */
interface Awaited {
  resolve: (body: string) => void;
  reject: (error: Error) => void;
}

/**
 * A connection that, like a browser's, stays open and carries one request at a time. It writes prepared bytes
 * and hardly parses the answers, because the client of a bench must cost far less than the server.
 */
export class KeptConnection implements Disposable {
  private received = '';
  private awaited: Awaited | undefined;
  /** Why the connection can carry no further request. */
  private ended: Error | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (chunk: string) => this.read(chunk));
    socket.on('error', (error) => this.end(error));
    socket.on('close', () => this.end(new Error('The server closed the connection')));
  }

  /**
   * @param localAddress the loopback address of the client; each client needs its own, because core counts
   * requests by network
   */
  static async open(port: number, localAddress: string): Promise<KeptConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    await once(socket, 'connect');
    return new KeptConnection(socket);
  }

  /**
   * @returns the body of the answer
   * @throws Error when the answer is not 200, has no length, or does not come
   */
  async ask(request: string): Promise<string> {
    if (this.ended !== undefined) throw this.ended;
    return new Promise((resolve, reject) => {
      this.awaited = { resolve, reject };
      this.socket.write(request, 'latin1');
    });
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  private end(reason: Error): void {
    this.ended ??= reason;
    this.awaited?.reject(this.ended);
  }

  private read(chunk: string): void {
    this.received += chunk;
    const endOfHead = this.received.indexOf('\r\n\r\n');
    if (endOfHead === -1) return;
    const head = this.received.slice(0, endOfHead + 2);
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
    // Without a length, this client could not tell where the answer ends.
    if (length === undefined) {
      this.end(new Error(`The answer has no length: ${head}`));
      this.socket.destroy();
      return;
    }
    const body = this.received.slice(endOfHead + 4);
    if (body.length < Number(length)) return;
    this.received = '';
    if (head.startsWith('HTTP/1.1 200 ')) this.awaited?.resolve(body);
    else this.awaited?.reject(new Error(`The answer is not 200: ${body}`));
  }
}
