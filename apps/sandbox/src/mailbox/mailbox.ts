import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { Child } from '../processes/child.js';
import { answers, untilReady } from '../processes/ready.js';

export interface MailboxOptions {
  readonly smtpPort: number;
  readonly port: number;
  readonly logFile: string;
}

/** A mailbox process on 127.0.0.1: receives mail by SMTP and shows it by HTTP. */
export class Mailbox {
  private constructor(
    private readonly options: MailboxOptions,
    readonly child: Child,
  ) {}

  static async start(options: MailboxOptions): Promise<Mailbox> {
    const child = Child.start({
      name: 'mailbox',
      program: process.execPath,
      args: ['--enable-source-maps', join(checkout, 'apps/sandbox/dist/mailbox/main.js')],
      env: { MAILBOX_SMTP_PORT: String(options.smtpPort), MAILBOX_PORT: String(options.port) },
      logFile: options.logFile,
    });
    await untilReady(child, answers(`http://127.0.0.1:${options.port}/healthz`));
    return new Mailbox(options, child);
  }

  /** The value of core's `MAIL_URL`. */
  get mailUrl(): string {
    return `smtp://127.0.0.1:${this.options.smtpPort}`;
  }

  /** The address of its page, and the base of its REST calls. */
  get url(): string {
    return `http://localhost:${this.options.port}`;
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
