import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface LinkQuality {
  /** The delay of each direction. */
  readonly delayMs: number;
  /** The share of chunks that arrive late, as if TCP had sent them again. */
  readonly lossShare: number;
  /** The additional delay of such a chunk, and of all chunks behind it. */
  readonly resendMs: number;
  /** Chooses the late chunks: numbers from 0 to below 1. */
  readonly random: () => number;
}

/** A TCP link with delay and loss between clients of this machine and one server. */
export class SlowLink {
  private readonly sockets = new Set<Socket>();
  private target = 0;

  private constructor(
    private readonly server: Server,
    private readonly quality: LinkQuality,
  ) {
    server.on('connection', (near) => {
      const far = connect({ port: this.target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
      // The client's first bytes leave a round trip later, after the set-up of the connection.
      this.carry(near, far, performance.now() + 2 * quality.delayMs);
      this.carry(far, near, 0);
    });
  }

  /** Listens on a free port. `leadTo` must be called before a client connects. */
  static async start(quality: LinkQuality): Promise<SlowLink> {
    const server = createServer({ noDelay: true, allowHalfOpen: true });
    const link = new SlowLink(server, quality);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return link;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  leadTo(url: string): void {
    this.target = Number(new URL(url).port);
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private carry(from: Socket, to: Socket, openAt: number): void {
    const { delayMs, lossShare, resendMs, random } = this.quality;
    this.sockets.add(from);
    from.on('error', () => to.destroy());
    from.once('close', () => this.sockets.delete(from));
    let order: Promise<void> = Promise.resolve();
    let dueAt = 0;
    const afterDelay = (act: () => void) => {
      const lateMs = random() < lossShare ? resendMs : 0;
      dueAt = Math.max(dueAt, Math.max(openAt, performance.now()) + delayMs + lateMs);
      const waitMs = dueAt - performance.now();
      order = Promise.all([order, sleep(waitMs)]).then(act);
    };
    from.on('data', (chunk: Buffer) => {
      afterDelay(() => void to.write(chunk));
    });
    from.once('end', () => {
      afterDelay(() => void to.end());
    });
  }
}
