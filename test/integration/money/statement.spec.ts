import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { JobOutcome } from '@sixpence/contracts/agent/gateway';
import type { MonthlyPagesAnswer, StatementAnswer } from '@sixpence/contracts/http/statement';
import { LeaversWalletsService } from '@sixpence/core/money/ledger/leavers-wallets.service';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { JobDecisionsService } from '@sixpence/core/jobs/job-decisions.service';
import { entryWords } from '@sixpence/core/money/statement/entry-words';
import { StatementVerifier } from '@sixpence/core/money/statement/views/statement-verifier.query';
import { StatementRows } from '@sixpence/core/money/statement/views/statement-rows.query';
import { money } from '@sixpence/money/money';
import { asOwner } from '../../support/core/database.js';
import { shiftClock } from '../../support/builders/ledger.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let site: TestSite;
let person: { userId: string; cookie: string };

releaseForTests((given) => {
  world = given;
});
beforeEach(async () => {
  site = await world.aSite();
  person = await world.core.signedIn(`${randomUUID()}@example.com`);
});

const grant = (minor: number) =>
  world.credits.grant({ owner: person.userId, amount: pence(minor), key: randomUUID(), reason: 'a gift' });

/** Gives the person a balance of the previous version. */
async function giveLegacyBalance(minor: number): Promise<void> {
  const [balance]: { id: string }[] = await world.database.query(
    `INSERT INTO legacy_balances (address_hash, currency, amount_minor, claimed_by, claimed_at)
     VALUES (sha256($1::text::bytea), 'GBP', $2, $1::uuid, app_now()) RETURNING id`,
    [person.userId, minor],
  );
  const moved = { owner: person.userId, amount: pence(minor), key: `legacy-claim:${balance!.id}` };
  await world.core.app.get(TransactionsService).run((tx) => world.credits.carryOver(tx, moved));
}

/**
 * Prints a document, of which the printer counts `impressions` pages.
 * @returns the job's id
 */
async function print(
  document: Parameters<ReleaseWorld['aDocument']>[1],
  { impressions, outcome = 'completed' }: { impressions: number; outcome?: JobOutcome },
): Promise<string> {
  const documentId = await world.aDocument(person.userId, document);
  const { documents, ...listing } = await world.logIn(site, person.userId);
  const chosen = documents.filter((listed) => listed.documentId === documentId);
  const { jobs } = await world.print(site, { ...listing, documents: chosen });
  const { jobId } = jobs[0]!;
  await world.jobs.settleJob(site.agent.id, { jobId, outcome, impressions });
  return jobId;
}

async function statement(
  asked: { period?: string; currency?: string; cursor?: string } = {},
): Promise<StatementAnswer> {
  const body = { period: 'last_month', currency: 'GBP', ...asked };
  const answer = await world.core.call('POST', '/user-account-statement', { body, cookie: person.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as StatementAnswer;
}

async function monthlyPages(): Promise<MonthlyPagesAnswer> {
  const answer = await world.core.call('GET', '/monthly-pages', { cookie: person.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as MonthlyPagesAnswer;
}

/** Gives all movements of the wallet the same time. */
async function setOneMomentForAll(): Promise<void> {
  const moment = `date_trunc('second', app_now())`;
  const theirs = `(SELECT id FROM ledger_accounts WHERE owner_id = '${person.userId}')`;
  await asOwner(
    world.database,
    `ALTER TABLE transfers DISABLE TRIGGER USER; ALTER TABLE settlements DISABLE TRIGGER USER;
     UPDATE transfers SET created_at = ${moment} WHERE wallet_id IN ${theirs};
     UPDATE settlements SET created_at = ${moment}
       WHERE hold_id IN (SELECT id FROM transfers WHERE wallet_id IN ${theirs});
     UPDATE jobs j SET settled_at = s.created_at FROM transfers h JOIN settlements s ON s.hold_id = h.id
       WHERE h.job_id = j.id AND h.wallet_id IN ${theirs};
     ALTER TABLE transfers ENABLE TRIGGER USER; ALTER TABLE settlements ENABLE TRIGGER USER`,
  );
}

describe('a statement', () => {
  test('it has one row for each movement of the balance, newest first [row 141] [row 213] [row 214] [row 215] [row 392]', async () => {
    await grant(500);
    const whole = await print({ pages: 3, colorPages: [2], isColor: true }, { impressions: 3 });
    const partly = await print({ pages: 4 }, { impressions: 1, outcome: 'canceled' });
    const nothing = await print({ pages: 2 }, { impressions: 0, outcome: 'never-began' });
    await world.core.app.get(JobDecisionsService).giveBack({
      jobId: whole,
      actor: 'operator test',
      reason: 'pale',
      amount: { pages: 2 },
      key: randomUUID(),
    });
    await giveLegacyBalance(120);
    const { orders, cursor } = await statement();
    expect(cursor).toBeUndefined();
    expect(orders.map(({ timeStamp: _, ...order }) => order)).toEqual([
      {
        type: 'Legacy',
        fileName: 'Balance brought along',
        totalPages: 0,
        amount: 1.2,
        id: expect.any(String),
      },
      {
        type: 'GiveBack',
        fileName: 'Money back: essay.pdf',
        totalPages: 0,
        amount: 0.25,
        id: expect.any(String),
      },
      {
        type: 'Print',
        fileName: 'essay.pdf',
        totalPages: 0,
        colorPages: 0,
        id: nothing,
        amount: 0,
        cameBack: { pages: 2, amount: 0.1 },
      },
      {
        type: 'Print',
        fileName: 'essay.pdf',
        totalPages: 1,
        colorPages: 0,
        id: partly,
        amount: -0.05,
        which: [[1, 1]],
        cameBack: { pages: 3, amount: 0.15 },
      },
      { type: 'Print', fileName: 'essay.pdf', totalPages: 3, colorPages: 1, amount: -0.3, id: whole },
      { type: 'Admin', fileName: 'Top Up Admin', totalPages: 0, amount: 5, id: expect.any(String) },
    ]);
    const times = orders.map(({ timeStamp }) => timeStamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(Object.is(orders[2]?.amount, 0)).toBe(true);
  });

  test('it answers the rows and no internal field', async () => {
    await grant(500);
    expect(Object.keys(await statement())).toEqual(['orders']);
  });

  test('it has only the rows of the currency that was asked for', async () => {
    await grant(500);
    expect((await statement({ currency: 'EUR' })).orders).toEqual([]);
    expect((await statement({ currency: 'gbp' })).orders).toHaveLength(1);
  });

  test.each(['select_period', '', 'last_week', '__proto__'])(
    'for the unknown period "%s" it is empty',
    async (period) => {
      await grant(500);
      expect(await statement({ period })).toEqual({ orders: [] });
    },
  );

  test('without a session, the refusal names the session [row 443]', async () => {
    const body = { period: 'last_month', currency: 'GBP' };
    const answer = await world.core.call('POST', '/user-account-statement', { body });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('session') });
  });

  test('the refusal of an invalid request does not name the session', async () => {
    const body = { period: 'last_month', currency: 'GBP', cursor: 'session' };
    const answer = await world.core.call('POST', '/user-account-statement', { body, cookie: person.cookie });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('session');
  });

  test('it has a text for every kind of transfer that moves a wallet', async () => {
    const rows: { kind: string }[] = await world.database.query(
      `SELECT kind FROM transfer_kinds WHERE NOT pending AND 'wallet' IN (debit, credit) ORDER BY kind`,
    );
    expect(Object.keys(entryWords).toSorted()).toEqual(rows.map(({ kind }) => kind));
  });

  test('page by page it has every row once, also if all rows have the same time', async () => {
    await grant(500);
    for (let turn = 0; turn < 3; turn += 1) await print({ pages: 1 }, { impressions: 1 });
    await grant(20);
    await grant(10);
    await setOneMomentForAll();
    const rows = world.core.app.get(StatementRows);
    const { from } = await rows.period('last_month');
    const account = { owner: person.userId, currency: 'GBP', from } as const;
    const whole = (await rows.page(account, { limit: 100 })).rows.map(({ id }) => id);
    expect(whole).toHaveLength(6);
    for (const limit of [1, 2, 3, 4, 5, 6]) {
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await rows.page(account, { limit, cursor });
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        read.push(...page.rows.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(read).toEqual(whole);
    }
  });
});

describe("the count of this month's pages", () => {
  test('it has the captured pages, by the price that was paid [row 126] [row 127] [row 212] [row 390]', async () => {
    await grant(500);
    expect(await monthlyPages()).toEqual({ monoPages: 0, colorPages: 0 });
    await print({ pages: 3 }, { impressions: 3 });
    await print({ pages: 4, colorPages: [1, 4], isColor: true }, { impressions: 3, outcome: 'canceled' });
    await print({ pages: 2, colorPages: [1, 2] }, { impressions: 2 });
    await print({ pages: 2 }, { impressions: 0, outcome: 'never-began' });
    expect(await monthlyPages()).toEqual({ monoPages: 7, colorPages: 1 });
  });

  test('colour and mono pages are told apart by the quoted price of each page, even if both cost the same', async () => {
    await grant(500);
    await world.setPrices(site.id, 'GBP', 20);
    await print({ pages: 2, colorPages: [2], isColor: true }, { impressions: 2 });
    expect(await monthlyPages()).toEqual({ monoPages: 1, colorPages: 1 });
  });

  test('for a job with unknown end, it has the pages that staff decided', async () => {
    await grant(500);
    const jobId = await print(
      { pages: 4, colorPages: [1, 4], isColor: true },
      { impressions: 0, outcome: 'unknown' },
    );
    expect(await monthlyPages()).toEqual({ monoPages: 0, colorPages: 0 });
    const decisions = world.core.app.get(JobDecisionsService);
    // A page counts in the month of its settlement, not of its press.
    await asOwner(
      world.database,
      "UPDATE jobs SET created_at = created_at - interval '2 months' WHERE id = $1",
      [jobId],
    );
    await decisions.capture({ jobId, actor: 'operator test', reason: 'seen', pages: 3 });
    expect(await monthlyPages()).toEqual({ monoPages: 2, colorPages: 1 });
    expect((await statement()).orders[0]).toMatchObject({ totalPages: 3, colorPages: 1, amount: -0.3 });
  });
});

describe('a period', () => {
  const starts = async (period: 'last_month' | 'last_6_months' | 'last_12_months', now: string) => {
    await shiftClock(world.database, `${(Date.parse(now) - Date.now()) / 1_000} seconds`);
    try {
      const { from } = await world.core.app.get(StatementRows).period(period);
      return from.toISOString();
    } finally {
      await asOwner(world.database, 'DELETE FROM clock_shift');
    }
  };

  test.each([
    ['last_month', '2031-11-22T12:00:00Z', '2031-11-01T00:00:00.000Z'],
    ['last_month', '2031-07-31T22:59:00Z', '2031-06-30T23:00:00.000Z'],
    ['last_month', '2031-07-31T23:01:00Z', '2031-07-31T23:00:00.000Z'],
    ['last_month', '2031-03-31T12:00:00Z', '2031-03-01T00:00:00.000Z'],
    ['last_6_months', '2031-08-31T12:00:00Z', '2031-02-28T00:00:00.000Z'],
    ['last_6_months', '2031-12-15T12:00:00Z', '2031-06-14T23:00:00.000Z'],
    ['last_12_months', '2032-02-29T12:00:00Z', '2031-02-28T00:00:00.000Z'],
    ['last_12_months', '2031-06-30T23:30:00Z', '2030-06-30T23:00:00.000Z'],
  ] as const)(
    '%s begins in the time zone of the statement: requested at %s, it begins at %s',
    async (period, now, from) => {
      expect(await starts(period, now)).toBe(from);
    },
  );
});

describe('the verification of the statement', () => {
  let jobId: string;
  beforeEach(async () => {
    await grant(500);
    jobId = await print({ pages: 3 }, { impressions: 3 });
  });

  /** The broken invariants, found while the data is wrong. */
  async function foundWhile(wrong: string, right: string): Promise<string[]> {
    await world.database.query(wrong, [jobId]);
    try {
      return (await world.core.app.get(StatementVerifier).breaches()).map(({ invariant }) => invariant);
    } finally {
      await world.database.query(right, [jobId]);
    }
  }

  test.each([
    [
      'another moment',
      `UPDATE jobs SET settled_at = settled_at + interval '1 microsecond' WHERE id = $1`,
      `UPDATE jobs SET settled_at = settled_at - interval '1 microsecond' WHERE id = $1`,
    ],
    [
      'another amount',
      'UPDATE jobs SET captured_minor = 10, returned_minor = 5 WHERE id = $1',
      'UPDATE jobs SET captured_minor = 15, returned_minor = 0 WHERE id = $1',
    ],
    [
      'another currency',
      `UPDATE jobs SET currency = 'EUR' WHERE id = $1`,
      `UPDATE jobs SET currency = 'GBP' WHERE id = $1`,
    ],
  ])('it reports a job with %s than the ledger', async (_, wrong, right) => {
    const found = await foundWhile(wrong, right);
    expect([...new Set(found)]).toEqual(['M9 the statement adds up to the balance change of its period']);
  });

  test('it reports nothing after the balance was forfeited', async () => {
    const wallets = world.core.app.get(LeaversWalletsService);
    await world.core.app
      .get(TransactionsService)
      .run(async (tx) => wallets.forfeit(tx, person.userId, await wallets.lockAll(tx, person.userId)));
    expect((await statement()).orders[0]).toMatchObject({ type: 'Forfeited', amount: -4.85 });
  });
});

test('a balance does not expire: after 61 months it is unchanged, and no row states an expiry [row 466]', async () => {
  await grant(500);
  await shiftClock(world.database, '61 months');
  try {
    await world.sweeper.sweep();
    expect(await world.credits.available(person.userId, 'GBP')).toEqual(pence(500));
    const rows = world.core.app.get(StatementRows);
    const account = { owner: person.userId, currency: 'GBP', from: new Date(0) } as const;
    expect((await rows.page(account, { limit: 10 })).rows.map(({ type }) => type)).toEqual(['Admin']);
  } finally {
    await asOwner(world.database, 'DELETE FROM clock_shift');
  }
});
