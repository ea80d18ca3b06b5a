import { ControlClient } from '@sixpence/sandbox/payments/control/control-client';
import { coreVariables, newKeys } from '@sixpence/sandbox/payments/keys';
import { paymentsServer } from '@sixpence/sandbox/payments/serve';
import Stripe from 'stripe';
import { freePort } from '../free-port.js';

/** The stand-in for Stripe in this process, with an SDK client and a client for its acts. */
export class Payments implements AsyncDisposable {
  readonly keys = newKeys();
  readonly url: string;
  readonly stripe: Stripe;
  readonly control: ControlClient;
  private readonly server;

  private constructor(
    readonly port: number,
    { file, laterMs }: { file?: string | undefined; laterMs?: number | undefined },
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.server = paymentsServer({ url: this.url, keys: this.keys, file, laterMs });
    this.control = new ControlClient(this.url, this.keys.secretKey);
    this.stripe = this.sdk();
  }

  /** `laterMs`: the delay of slow cards, disputes, and late failures. */
  static async start(options: { file?: string; laterMs?: number } = {}): Promise<Payments> {
    const payments = new Payments(await freePort(), options);
    await new Promise<void>((resolve) => {
      payments.server.listen(payments.port, '127.0.0.1', resolve);
    });
    return payments;
  }

  /** Core's variables for this stand-in. */
  get variables(): Record<string, string> {
    return coreVariables(this.url, this.keys);
  }

  /** Sends webhooks to core at this address from now on. */
  async sendWebhooksTo(coreUrl: string): Promise<void> {
    await this.control.do('webhooks', { address: `${coreUrl}/stripe-webhook` });
  }

  /** The official SDK, connected to this stand-in. */
  sdk(secretKey = this.keys.secretKey, config: Partial<Stripe.StripeConfig> = {}): Stripe {
    return new Stripe(secretKey, {
      host: '127.0.0.1',
      port: this.port,
      protocol: 'http',
      telemetry: false,
      ...config,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
