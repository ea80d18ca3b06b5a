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

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (chunk: string) => this.read(chunk));
    socket.on('error', (error) => this.awaited?.reject(error));
    socket.on('close', () => this.awaited?.reject(new Error('The server closed the connection')));
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
   * @throws Error when the answer is not 200
   */
  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.awaited = { resolve, reject };
      this.socket.write(request, 'latin1');
    });
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  private read(chunk: string): void {
    this.received += chunk;
    const endOfHead = this.received.indexOf('\r\n\r\n');
    if (endOfHead === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(this.received)?.[1]);
    const body = this.received.slice(endOfHead + 4);
    if (body.length < length) return;
    const isGood = this.received.startsWith('HTTP/1.1 200 ');
    this.received = '';
    if (isGood) this.awaited?.resolve(body);
    else this.awaited?.reject(new Error(`The answer is not 200: ${body}`));
  }
}
