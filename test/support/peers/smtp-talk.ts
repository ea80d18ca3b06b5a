import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SmtpReply {
  code: number;
  /** All lines of the reply, without the code. */
  text: string;
}

/** An SMTP client that sends exactly what a test wants, byte by byte. */
export class SmtpTalk implements AsyncDisposable {
  private received = '';
  private hasEnded = false;
  /** Resolves the wait for more data. */
  private wake = () => {};

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    // Sends each piece at once.
    socket.setNoDelay();
    socket.on('data', (text: string) => {
      this.received += text;
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.hasEnded = true;
      this.wake();
    });
  }

  /** @returns the connection after the greeting */
  static async begin(port: number, from?: string): Promise<SmtpTalk> {
    const talk = await SmtpTalk.connect(port, from);
    const greeting = await talk.reply();
    if (greeting.code !== 220) throw new Error(`Greeted with ${greeting.code} ${greeting.text}`);
    return talk;
  }

  /** Connects without waiting for a greeting. `from` is the client's own loopback address. */
  static async connect(port: number, from = '127.0.0.1'): Promise<SmtpTalk> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await once(socket, 'connect');
    return new SmtpTalk(socket);
  }

  async say(line: string): Promise<SmtpReply> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  write(bytes: string | Buffer): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes);
  }

  /**
   * The next reply, which may have several lines.
   * @throws Error when the connection ends before it
   */
  async reply(): Promise<SmtpReply> {
    for (;;) {
      const [whole] = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/.exec(this.received) ?? [];
      if (whole !== undefined) {
        this.received = this.received.slice(whole.length);
        const lines = whole.trimEnd().split('\r\n');
        return { code: Number(whole.slice(0, 3)), text: lines.map((line) => line.slice(4)).join('\n') };
      }
      if (this.hasEnded) throw new Error(`The connection ended; what came last: ${this.received}`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Waits until the server ends the connection, and ignores its replies. */
  async untilEnded(): Promise<void> {
    while (!this.hasEnded) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** Closes the connection without QUIT. */
  end(): void {
    this.socket.destroy();
  }

  /**
   * Sends a whole mail.
   * @returns the first refusal, or the reply to the mail
   */
  async mail({ from, to, data }: { from: string; to: string; data: string | Buffer }): Promise<SmtpReply> {
    for (const line of ['EHLO sender.example.com', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
      const reply = await this.say(line);
      if (reply.code >= 400) return reply;
    }
    this.write(data);
    return this.say(data.toString('latin1').endsWith('\r\n') ? '.' : '\r\n.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
    if (!this.hasEnded) await once(this.socket, 'close');
  }
}
