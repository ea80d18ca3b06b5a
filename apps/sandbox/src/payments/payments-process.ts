import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { Child } from '../processes/child.js';
import { answers, untilReady } from '../processes/ready.js';
import { coreVariables, keptKeys } from './keys.js';

export interface PaymentsProcessOptions {
  readonly port: number;
  /** The folder of its keys and objects. */
  readonly folder: string;
  /** Core's address for webhooks. */
  readonly webhooks: string;
  readonly logFile: string;
}

/**
 * A process that simulates Stripe on 127.0.0.1. That is another site than localhost, as the real Stripe is.
 */
export class PaymentsProcess {
  private constructor(
    private readonly options: PaymentsProcessOptions,
    readonly child: Child,
  ) {}

  static async start(options: PaymentsProcessOptions): Promise<PaymentsProcess> {
    const child = Child.start({
      name: 'payments',
      program: process.execPath,
      args: ['--enable-source-maps', join(checkout, 'apps/sandbox/dist/payments/main.js')],
      env: {
        PAYMENTS_PORT: String(options.port),
        PAYMENTS_DIR: options.folder,
        PAYMENTS_WEBHOOK_URL: options.webhooks,
      },
      logFile: options.logFile,
    });
    const payments = new PaymentsProcess(options, child);
    await untilReady(child, answers(`${payments.url}/healthz`));
    return payments;
  }

  get url(): string {
    return `http://127.0.0.1:${this.options.port}`;
  }

  /** Core's variables for this stand-in. */
  get variables(): Record<string, string> {
    return coreVariables(this.url, keptKeys(this.options.folder));
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
