import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import { LedgerAudit } from '@sixpence/core/money/ledger/ledger-audit.query';
import { ReconcilerService } from '@sixpence/core/money/payments/reconciliation/reconciler.service';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import type { Registry } from 'prom-client';
import { CoreApp } from '../core/core-app.js';
import { asOwner } from '../core/database.js';
import { Payments } from './payments.js';

/** Somebody at the page of credits, signed in. */
export interface Payer {
  userId: string;
  cookie: string;
}

/** Core and the stand-in for its payment provider, for tests of money that comes in and goes back. */
export class PayingWorld implements AsyncDisposable {
  private constructor(
    readonly core: CoreApp,
    readonly payments: Payments,
    private readonly after: AsyncDisposableStack,
  ) {}

  /** `laterMs`: how long slow cards, disputes, and late failures take. */
  static async start(options: { laterMs?: number } = {}): Promise<PayingWorld> {
    await using begun = new AsyncDisposableStack();
    const payments = begun.use(await Payments.start(options));
    const core = begun.use(await CoreApp.start({ ...payments.variables, TRUSTED_PROXIES: '127.0.0.1' }));
    await payments.tells(core.url);
    // A look by core itself, which comes on a slow machine in the middle of a test, would be counted, or take what the test looks for.
    await core.app.get(ReconcilerService).onModuleDestroy();
    await core.database.query(`UPDATE provider_looks SET next_look_at = app_now() + interval '1 hour'`);
    return new PayingWorld(core, payments, begun.move());
  }

  aPayer(): Promise<Payer> {
    return this.core.signedIn(`${randomUUID()}@example.com`);
  }

  /** The page asks for a payment. */
  intent(payer: Payer, amount: unknown, options: { currency?: string; again?: string | null } = {}) {
    const { currency = 'GBP', again = '' } = options;
    const body = { amount, currency, payment_intent_id: again };
    return this.core.call('POST', '/stripe-payment-intent', { body, ...from(payer) });
  }

  /** The page has asked for a payment. @returns the intent's id, as the page reads it from the secret */
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

  /** The person presses PAY: the provider's own page speaks with it, and core hears nothing yet. */
  async pay(intent: string, card = 'pm_card_visa'): Promise<void> {
    await this.payments.control.do('confirm', { intent, card });
  }

  /** The page asks whether it was paid. */
  async validate(payer: Payer, intent: string): Promise<{ status: number; found: unknown }> {
    const body = { payment_intent_id: intent };
    const answer = await this.core.call('POST', '/stripe-validate-payment', { body, ...from(payer) });
    return { status: answer.status, found: ((await answer.json()) as { found?: unknown }).found };
  }

  /** A payment that is in the balance. */
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

  /** The top-ups that the ledger has of a person, in minor units. */
  async credits(payer: Payer): Promise<number[]> {
    const rows: { amount: string }[] = await this.core.database.query(
      `SELECT t.amount_minor AS amount FROM transfers t JOIN ledger_accounts w ON w.id = t.wallet_id
       WHERE w.owner_id = $1 AND t.kind = 'top-up' ORDER BY t.id`,
      [payer.userId],
    );
    return rows.map(({ amount }) => Number(amount));
  }

  /** The newest event of a kind about this intent, as the provider has it. */
  async eventOf(intent: string, type = 'payment_intent.succeeded'): Promise<string> {
    const events = await this.payments.stripe.events.list({ type, limit: 100 });
    const event = events.data.find(({ data }) => (data.object as { id?: string }).id === intent);
    if (!event) throw new Error(`Nothing of ${type} was told of ${intent}`);
    return event.id;
  }

  /** How many payments came to this, as core's figures have it. */
  async outcomes(outcome: string): Promise<number> {
    const metric = this.core.app.get<Registry>(METRICS).getSingleMetric('sixpence_payments_total');
    const { values } = (await metric?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
  }

  /** What is out of order: breaches of the ledger, and receipts whose numbers do not follow one another. */
  async disorder(): Promise<unknown[]> {
    const breaches = await this.core.app.get(LedgerAudit).breaches();
    const rows: { number: string }[] = await this.core.database.query(
      'SELECT number FROM payments WHERE number IS NOT NULL ORDER BY number',
    );
    const gaps = rows.filter(({ number }, index) => Number(number) !== 1001 + index);
    return [...breaches, ...gaps];
  }

  /** What core has asked of the provider, such as `POST /v1/payment_intents`. */
  async asked(): Promise<string[]> {
    const seen = await this.payments.control.do('requests', {});
    return seen.map(({ method, path }) => `${method} ${path}`);
  }

  /** For `work`, the database's clock is ahead. */
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
 * One world for all tests of a file, in which banks decide and the provider tells when a test says so; it is in order after
 * each test. Each has a payer of its own: `take` is given both before it begins.
 */
export function payingForTests(take: (given: { world: PayingWorld; anna: Payer }) => unknown): void {
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

/** Everybody sits at a network address of their own, so that nobody uses up what others may ask. */
function from({ userId, cookie }: Payer) {
  const bytes = [...Buffer.from(userId.replaceAll('-', ''), 'hex').subarray(0, 3)];
  return { cookie, headers: { 'x-forwarded-for': `10.${bytes.join('.')}` } };
}
