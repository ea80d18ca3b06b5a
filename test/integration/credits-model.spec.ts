import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { money } from '@sixpence/money/money';
import { aLedger, aUser, hold, settleHold, type LedgerWorld } from '../support/ledger.js';

/** What the ledger should say, kept in the plainest way: two numbers and a list. */
interface Model {
  posted: number;
  held: Map<string, number>;
  revenue: number;
}

type Step =
  | { do: 'grant'; amount: number }
  | { do: 'hold'; amount: number }
  | { do: 'settle'; which: number; share: number };

const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ do: fc.constant('grant' as const), amount: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ do: fc.constant('hold' as const), amount: fc.integer({ min: 0, max: 150 }) }),
  fc.record({
    do: fc.constant('settle' as const),
    which: fc.nat(20),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let world: LedgerWorld;

beforeAll(async () => {
  world = after.use(await aLedger(5));
});

afterAll(() => after.disposeAsync());

async function take(owner: string, model: Model, next: Step): Promise<void> {
  const available = model.posted - [...model.held.values()].reduce((sum, amount) => sum + amount, 0);
  if (next.do === 'grant') {
    const amount = money(next.amount, 'GBP');
    await world.credits.grant({ owner, amount, key: `test:${randomUUID()}`, reason: 'a step of the model' });
    model.posted += next.amount;
    return;
  }
  if (next.do === 'hold') {
    const jobId = randomUUID();
    const price = money(next.amount, 'GBP');
    const asked = hold(world, { jobId, owner, price });
    if (next.amount > available) {
      await expect(asked).rejects.toMatchObject({ code: 'credits.insufficient' });
      return;
    }
    await asked;
    model.held.set(jobId, next.amount);
    return;
  }
  const open = [...model.held.entries()][next.which % Math.max(1, model.held.size)];
  if (!open) return;
  const [jobId, amount] = open;
  const captured = Math.floor(amount * next.share);
  await settleHold(world, { jobId, capture: money(captured, 'GBP') });
  model.held.delete(jobId);
  model.posted -= captured;
  model.revenue += captured;
}

async function revenueFrom(owner: string): Promise<number> {
  const [row]: { total: string }[] = await world.database.query(
    `SELECT coalesce(sum(m.amount_minor), 0) AS total FROM ledger_movements m
     JOIN ledger_accounts w ON w.id = m.wallet_id WHERE w.owner_id = $1 AND m.kind = 'capture'`,
    [owner],
  );
  return Number(row!.total);
}

test('whatever grants, holds, and settlements follow each other, the ledger says what simple sums say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const owner = await aUser(world);
      const model: Model = { posted: 0, held: new Map(), revenue: 0 };
      for (const next of steps) {
        await take(owner, model, next);
        const held = [...model.held.values()].reduce((sum, amount) => sum + amount, 0);
        expect((await world.credits.available(owner, 'GBP')).minor).toBe(model.posted - held);
        expect(await world.audit.breaches()).toEqual([]);
      }
      expect(await revenueFrom(owner)).toBe(model.revenue);
    }),
    { numRuns: 30 },
  );
});
