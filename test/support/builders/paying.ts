import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { ReconciliationService } from '@sixpence/core/money/payments/reconciliation/reconciliation.service';
import { RoundsService } from '@sixpence/core/platform/process/rounds.service';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import type { Registry } from 'prom-client';
import { CoreApp } from '../core/core-app.js';
import { asOwner } from '../core/database.js';
import { Payments } from './payments.js';

/** A signed-in user at the credits page. */
export interface Payer {
  userId: string;
  cookie: string;
}

/** Core and the stand-in for Stripe, for tests of payments and refunds. */
export class PayingWorld implements AsyncDisposable {
  private constructor(
    readonly core: CoreApp,
    readonly payments: Payments,
    private readonly after: AsyncDisposableStack,
  ) {}

  /** `laterMs`: the delay of slow cards, disputes, and late failures. */
  static async start(options: { laterMs?: number } = {}): Promise<PayingWorld> {
    await using started = new AsyncDisposableStack();
    const payments = started.use(await Payments.start(options));
    const core = started.use(await CoreApp.start({ ...payments.variables, TRUSTED_PROXIES: '127.0.0.1' }));
    await payments.sendWebhooksTo(core.url);
    // Turns core's own reconciliation off. On a slow machine it could run in the middle of a test, change its
    // counts, or do the work that the test expects to do.
    await core.app.get(RoundsService).stopRounds(core.app.get(ReconciliationService));
    await core.database.query(`UPDATE provider_looks SET next_look_at = app_now() + interval '1 hour'`);
    return new PayingWorld(core, payments, started.move());
  }

  aPayer(): Promise<Payer> {
    return this.core.signedIn(`${randomUUID()}@example.com`);
  }

  /** Requests a payment, as the page does. */
  intent(payer: Payer, amount: unknown, options: { currency?: string; again?: string | null } = {}) {
    const { currency = 'GBP', again = '' } = options;
    const body = { amount, currency, payment_intent_id: again };
    return this.core.call('POST', '/stripe-payment-intent', { body, ...from(payer) });
  }

  /**
   * Requests a payment.
   * @returns the intent's id, which the page reads from the secret
   */
  async begun(
    payer: Payer,
    amount = 5,
    options: { currency?: string; again?: string } = {},
  ): Promise<string> {
    const answer = await this.intent(payer, amount, options);
    if (answer.status !== 200) throw new Error(`Core answered ${answer.status}: ${await answer.text()}`);
    const { clientSecret } = (await answer.json()) as { clientSecret: string };
    return clientSecret.split('_secret_')[0]!;
  }

  /** The user presses PAY. The provider handles it, and core has no news of it yet. */
  async pay(intent: string, card = 'pm_card_visa'): Promise<void> {
    await this.payments.control.do('confirm', { intent, card });
  }

  /** The page asks whether the payment succeeded. */
  async validate(payer: Payer, intent: string): Promise<{ status: number; found: unknown }> {
    const body = { payment_intent_id: intent };
    const answer = await this.core.call('POST', '/stripe-validate-payment', { body, ...from(payer) });
    return { status: answer.status, found: ((await answer.json()) as { found?: unknown }).found };
  }

  /**
   * Pays and credits a payment.
   * @returns the intent's id
   */
  async topUp(payer: Payer, amount = 5, options: { currency?: string; card?: string } = {}): Promise<string> {
    const intent = await this.begun(payer, amount, options);
    await this.pay(intent, options.card);
    const { found } = await this.validate(payer, intent);
    if (found !== true) throw new Error(`The payment of ${amount} was not found`);
    return intent;
  }

  async balance(payer: Payer, currency = 'GBP'): Promise<number> {
    const answer = await this.core.call('POST', '/user-account-balance', {
      body: { currency },
      cookie: payer.cookie,
    });
    return ((await answer.json()) as { balance: number }).balance;
  }

  async wallets(payer: Payer) {
    const answer = await this.core.call('GET', '/my-wallets', { cookie: payer.cookie });
    return (await answer.json()) as MyWalletsAnswer;
  }

  /** The row of a payment. */
  async row(intent: string): Promise<Record<string, unknown> | undefined> {
    const [row]: Record<string, unknown>[] = await this.core.database.query(
      'SELECT * FROM payments WHERE intent_id = $1',
      [intent],
    );
    return row;
  }

  /** A user's top-ups in the ledger, in minor units. */
  async credits(payer: Payer): Promise<number[]> {
    const rows: { amount: string }[] = await this.core.database.query(
      `SELECT t.amount_minor AS amount FROM transfers t JOIN ledger_accounts w ON w.id = t.wallet_id
       WHERE w.owner_id = $1 AND t.kind = 'top-up' ORDER BY t.id`,
      [payer.userId],
    );
    return rows.map(({ amount }) => Number(amount));
  }

  /** The provider's newest event of a type about this intent. */
  async eventOf(intent: string, type = 'payment_intent.succeeded'): Promise<string> {
    const events = await this.payments.stripe.events.list({ type, limit: 100 });
    const event = events.data.find(({ data }) => (data.object as { id?: string }).id === intent);
    if (!event) throw new Error(`The provider has no event ${type} of ${intent}`);
    return event.id;
  }

  /** The number of payments with this outcome, in core's metrics. */
  async outcomes(outcome: string): Promise<number> {
    const metric = this.core.app.get<Registry>(METRICS).getSingleMetric('sixpence_payments_total');
    const { values } = (await metric?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
  }

  /** Disorder: breaches of the ledger's invariants, and gaps in the receipt numbers. */
  async disorder(): Promise<unknown[]> {
    const breaches = await this.core.app.get(LedgerVerifier).breaches();
    const rows: { number: string }[] = await this.core.database.query(
      'SELECT number FROM payments WHERE number IS NOT NULL ORDER BY number',
    );
    const gaps = rows.filter(({ number }, index) => Number(number) !== 1001 + index);
    return [...breaches, ...gaps];
  }

  /** Core's requests to the provider, such as `POST /v1/payment_intents`. */
  async asked(): Promise<string[]> {
    const seen = await this.payments.control.do('requests', {});
    return seen.map(({ method, path }) => `${method} ${path}`);
  }

  /** Runs `work` with the database's clock ahead. */
  async later<T>(shift: string, work: () => Promise<T>): Promise<T> {
    await asOwner(this.core.database, 'INSERT INTO clock_shift (shift) VALUES ($1::interval)', [shift]);
    try {
      return await work();
    } finally {
      await asOwner(this.core.database, 'DELETE FROM clock_shift');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.after.disposeAsync();
  }
}

/**
 * One world for all tests of a file, in which bank decisions and webhooks happen when a test says so. It is
 * checked after each test. Each test has its own payer: `take` receives both before it begins.
 */
export function payingForTests(take: (fresh: { world: PayingWorld; anna: Payer }) => unknown): void {
  const after = new AsyncDisposableStack();
  let world: PayingWorld;
  beforeAll(async () => {
    world = after.use(await PayingWorld.start({ laterMs: 3_600_000 }));
  });
  afterAll(() => after.disposeAsync());
  beforeEach(async () => {
    await world.payments.control.do('noFaults', {});
    await world.payments.control.do('webhooks', { events: 'held', copies: 1, delayMs: 0 });
    take({ world, anna: await world.aPayer() });
  });
  afterEach(async () => {
    expect(await world.disorder()).toEqual([]);
  });
}

/** Each user has their own network address, so that one user does not exhaust another's budget. */
function from({ userId, cookie }: Payer) {
  const bytes = [...Buffer.from(userId.replaceAll('-', ''), 'hex').subarray(0, 3)];
  return { cookie, headers: { 'x-forwarded-for': `10.${bytes.join('.')}` } };
}
