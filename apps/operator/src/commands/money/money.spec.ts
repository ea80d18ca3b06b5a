import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { BalanceImportService } from '@sixpence/core/money/legacy-balances/balance-import.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { ListedPayments } from '@sixpence/core/money/payments/views/listed-payments.query';
import { CardRefundsService } from '@sixpence/core/money/refunds/card-refunds.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { LeaversMoneyQuery } from '@sixpence/core/money/refunds/views/leavers-money.query';
import { StatementPapersService } from '@sixpence/core/money/statement/statement-papers.service';
import { VerificationService } from '@sixpence/core/operation/verification/verification.service';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { money } from '@sixpence/money/money';
import { clearCalls, json, lines, operator, runCommand, type StandIn } from '../../testing/run-command.js';

const email = 'anna@example.com';
const pence = (minor: number) => money(minor, 'GBP');
const at = new Date('2026-11-23T10:00:00Z');

const accounts = {
  userIdOf: jest.fn((of: string) =>
    of === email ? Promise.resolve('anna') : Promise.reject(new Refusal('account.unknown')),
  ),
};
const credits = {
  grant: jest.fn((_grant: object) => Promise.resolve(true)),
  available: jest.fn((..._given: unknown[]) => Promise.resolve(pence(700))),
};
const cards = {
  refundToCard: jest.fn((_refund: object) =>
    Promise.resolve({ refunded: pence(300), available: pence(200) }),
  ),
};
const refunds = { refundable: jest.fn((..._given: unknown[]) => Promise.resolve(pence(250))) };
const disputes = { reopenTopUps: jest.fn((_decision: object) => Promise.resolve(true)) };
const payment = {
  id: 'p1',
  owner: 'anna',
  state: 'credited',
  amountMinor: 1_000,
  refundedMinor: 0,
  currency: 'GBP',
  number: null as number | null,
  method: null as string | null,
  lastFour: null as string | null,
  createdAt: at,
};
const payments = { listPayments: jest.fn((_which: object) => Promise.resolve([payment])) };
const leaversMoney = {
  listPayments: jest.fn(() =>
    Promise.resolve([
      {
        paymentId: 'p1',
        owner: 'anna',
        walletMinor: 300,
        unrefundedMinor: 1_000,
        currency: 'GBP',
        number: 12,
        intentId: 'pi_1',
      },
    ]),
  ),
};
const verification = { findBreaches: jest.fn((_which: object) => Promise.resolve<object[]>([])) };
const paper = {
  zone: 'Europe/London',
  opening: pence(500),
  closing: pence(600),
  lines: [
    { at, amount: pence(-5), pages: 1, fileName: 'essay.pdf', type: 'Print', id: 'j1', payment: null },
    { at, amount: pence(105), pages: 0, fileName: 'Top Up', type: 'Top Up', id: 't1', payment: 'p1' },
    { at, amount: pence(0), pages: 0, fileName: 'Top Up Admin', type: 'Admin', id: 't2', payment: null },
  ],
};
const papers = { statement: jest.fn((_which: object) => Promise.resolve<object>(paper)) };
const imports = { import: jest.fn((_file: Uint8Array, _options: object) => Promise.resolve<object>({})) };
const standIns: StandIn[] = [
  [AccountsService, accounts],
  [CreditsService, credits],
  [CardRefundsService, cards],
  [RefundsService, refunds],
  [DisputesService, disputes],
  [ListedPayments, payments],
  [LeaversMoneyQuery, leaversMoney],
  [VerificationService, verification],
  [StatementPapersService, papers],
  [BalanceImportService, imports],
];
beforeEach(() => {
  clearCalls(standIns);
});

test('credits are added under the given key, or under a new one each time', async () => {
  const argv = ['credit', 'add', email, '7', 'gbp'];
  expect(await lines(argv, standIns)).toEqual(['The balance is now £7.00.']);
  await lines(argv, standIns);
  expect(await json([...argv, '--key', 'gift', '--reason', 'a gift'], standIns)).toMatchObject({
    credited: true,
  });
  const grant = { owner: 'anna', amount: pence(700), reason: 'none given', actor: operator };
  const [first, second, third] = credits.grant.mock.calls.map(([granted]) => granted as { key: string });
  expect(first).toEqual({ ...grant, key: expect.stringMatching(/^admin-grant:[0-9a-f-]{36}$/) });
  expect(second?.key).not.toBe(first?.key);
  expect(third).toEqual({ ...grant, reason: 'a gift', key: 'admin-grant:gift' });
  expect(credits.available).toHaveBeenCalledWith('anna', 'GBP');
});

test.each([
  [[], undefined],
  [['--amount', '2.50'], 250],
])('a refund to cards with %j refunds this amount', async (more, amountMinor) => {
  const argv = ['credit', 'refund', email, 'GBP', '--to-card', '--reason', 'asked', ...more];
  expect(await lines(argv, standIns)).toEqual([
    "£3.00 goes back to the person's cards as soon as core has asked the payment provider. The person gets a mail then.",
    'The balance is now £2.00.',
  ]);
  const by = { actor: operator, reason: 'asked' };
  expect(cards.refundToCard.mock.calls).toEqual([[{ owner: 'anna', currency: 'GBP', amountMinor, by }]]);
  expect(await json(argv, standIns)).toHaveProperty('refunded');
});

test('a refund that is refused as too high says how much can go back; another refusal is shown unchanged', async () => {
  const argv = ['credit', 'refund', email, 'GBP', '--to-card', '--reason', 'asked'];
  cards.refundToCard.mockRejectedValueOnce(new Refusal('refund.too-much'));
  const tooMuch = await runCommand(argv, standIns);
  expect(tooMuch).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^No more than £2\.50 can go back/),
  });
  expect(refunds.refundable.mock.calls).toEqual([['anna', 'GBP']]);
  cards.refundToCard.mockRejectedValueOnce(new Refusal('job.unknown', 'Something else.'));
  expect(await runCommand(argv, standIns)).toMatchObject({ status: 1, stderr: 'Something else.\n' });
});

test('payments are listed by person and state, with their known details', async () => {
  payments.listPayments.mockResolvedValueOnce([
    payment,
    { ...payment, refundedMinor: 1, number: 7, method: 'visa', lastFour: '4242' },
    { ...payment, method: 'paypal' },
  ]);
  expect(await lines(['payments', 'list'], standIns)).toEqual([
    'Payment\tPerson\tState\tAmount\tRefunded\tReceipt\tCard\tBegun',
    'p1\tanna\tcredited\t£10.00\t\t\t\t2026-11-23T10:00:00.000Z',
    'p1\tanna\tcredited\t£10.00\t£0.01\t7\tvisa 4242\t2026-11-23T10:00:00.000Z',
    'p1\tanna\tcredited\t£10.00\t\t\tpaypal\t2026-11-23T10:00:00.000Z',
  ]);
  await lines(['payments', 'list', '--person', email], standIns);
  payments.listPayments.mockResolvedValueOnce([]);
  expect(await lines(['payments', 'list', '--state', 'open'], standIns)).toEqual(['No payments.']);
  expect(payments.listPayments.mock.calls).toEqual([[{}], [{ owner: 'anna' }], [{ state: 'open' }]]);
});

test('payments of people who have left are listed with the balance and the unrefunded amount', async () => {
  expect(await lines(['payments', 'left'], standIns)).toEqual([
    'Payment\tPerson\tIn the balance\tNot refunded\tReceipt\tIntent',
    'p1\tanna\t£3.00\t£10.00\t12\tpi_1',
  ]);
  leaversMoney.listPayments.mockResolvedValueOnce([]);
  expect(await lines(['payments', 'left'], standIns)).toEqual(['No payments.']);
});

test('top-ups are opened again', async () => {
  const argv = ['payments', 'open', email, '--reason', 'settled'];
  expect(await lines(argv, standIns)).toEqual(['Top-ups are open again.']);
  expect(disputes.reopenTopUps.mock.calls).toEqual([[{ owner: 'anna', actor: operator, reason: 'settled' }]]);
  disputes.reopenTopUps.mockResolvedValueOnce(false);
  expect(await lines(argv, standIns)).toEqual(['Top-ups were open already.']);
  expect(await json(argv, standIns)).toEqual({ userId: 'anna', opened: true });
});

test.each([['reconcile'], ['credit', 'pi_1', '--reason', 'x']])(
  'payments %s needs a payment provider',
  async (...argv) => {
    const answer = await runCommand(['payments', ...argv], standIns);
    expect(answer).toMatchObject({ status: 1, stdout: '', closed: 0 });
    expect(answer.stderr).toContain('Payments are not set up here.');
  },
);

test('a correct ledger exits with 0; findings are named, at most twenty of each invariant', async () => {
  expect(await runCommand(['ledger', 'verify'], standIns)).toMatchObject({
    status: 0,
    stdout: 'The ledger is in order, checked since the last checkpoint.\n',
  });
  expect(await lines(['ledger', 'verify', '--all'], standIns)).toEqual([
    'The ledger is in order, checked from its beginning.',
  ]);
  const findings = (invariant: string, count: number) =>
    Array.from({ length: count }, (_, each) => ({ invariant, finding: `finding ${each}` }));
  verification.findBreaches.mockResolvedValueOnce([...findings('sums', 22), ...findings('holds', 20)]);
  const broken = await runCommand(['ledger', 'verify', '--all'], standIns);
  const shown = broken.stdout.trimEnd().split('\n');
  expect(broken.status).toBe(1);
  expect(shown).toHaveLength(41);
  expect([shown[0], shown[19], shown[20], shown[21], shown[40]]).toEqual([
    'BROKEN sums: finding 0',
    'BROKEN sums: finding 19',
    'BROKEN sums: and 2 more',
    'BROKEN holds: finding 0',
    'BROKEN holds: finding 19',
  ]);
  expect(verification.findBreaches.mock.calls).toEqual([[{ all: false }], [{ all: true }], [{ all: true }]]);
  expect(await json(['ledger', 'verify'], standIns)).toEqual({ clean: true, breaches: [] });
});

test('a statement without options covers the last month in pounds; each statement ends with both balances', async () => {
  expect(await lines(['statement', email], standIns)).toEqual([
    'Date\tAmount\tPages\tDescription\tJob or payment',
    expect.stringMatching(/^\S.*10:00\t.*0\.05\t1\tessay\.pdf\tj1$/),
    expect.stringMatching(/\t£1\.05\t\tTop Up\tp1$/),
    expect.stringMatching(/\t£0\.00\t\tTop Up Admin\t$/),
    '£5.00 before, £6.00 after',
  ]);
  const argv = ['statement', email, '--period', 'last_6_months', '--currency', 'eur'];
  papers.statement.mockResolvedValueOnce({ ...paper, lines: [] });
  expect(await lines(argv, standIns)).toEqual([
    'No transactions in this period.',
    '£5.00 before, £6.00 after',
  ]);
  expect(papers.statement.mock.calls).toEqual([
    [{ owner: 'anna', period: 'last_month', currency: 'GBP' }],
    [{ owner: 'anna', period: 'last_6_months', currency: 'EUR' }],
  ]);
  expect(await json(['statement', email], standIns)).toMatchObject({ zone: 'Europe/London' });
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-balances-'));
  writeFileSync(join(folder, 'balances.csv'), 'a,b');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const line = (fate: string, minor: number, currency: 'GBP' | 'EUR' = 'GBP') => ({
  line: 2,
  fate,
  balance: { address: email, amount: money(minor, currency) },
});

test('each line of an import has a result, and only new balances are in the sums', async () => {
  const fates = [line('waits', 100), line('given', 50), line('given', 7, 'EUR')];
  imports.import.mockResolvedValue({
    accepted: true,
    lines: [...fates, line('known', 900), line('empty', 0)],
  });
  const argv = ['balances', 'import', join(folder, 'balances.csv')];
  const each = [
    `line 2: ${email} £1.00: waits for its address`,
    `line 2: ${email} £0.50: given at once: an account has the address`,
    `line 2: ${email} €0.07: given at once: an account has the address`,
    `line 2: ${email} £9.00: imported before, nothing changes`,
    `line 2: ${email} £0.00: holds nothing`,
  ];
  expect(await lines(argv, standIns)).toEqual([...each, 'Imported: 3 of 5 lines, £1.50 and €0.07.']);
  expect(await lines([...argv, '--dry-run'], standIns)).toEqual([
    ...each,
    'Nothing was changed. These would be imported: 3 of 5 lines, £1.50 and €0.07.',
  ]);
  expect(imports.import.mock.calls).toEqual([
    [Buffer.from('a,b'), { actor: operator, dryRun: false }],
    [Buffer.from('a,b'), { actor: operator, dryRun: true }],
  ]);
  expect(await json(argv, standIns)).toMatchObject({ accepted: true, dryRun: false });
});

test('an import with a wrong line exits with 1', async () => {
  const wrong = { line: 3, fate: 'wrong', reason: 'no amount' };
  imports.import.mockResolvedValue({ accepted: false, lines: [line('waits', 100), wrong] });
  expect(await runCommand(['balances', 'import', join(folder, 'balances.csv')], standIns)).toMatchObject({
    status: 1,
    stdout: [
      `line 2: ${email} £1.00: waits for its address`,
      'line 3: WRONG: no amount',
      'Nothing was imported: 1 of 2 lines are wrong.\n',
    ].join('\n'),
  });
});

test.each([
  [2, ['credit', 'add', email, '0', 'GBP'], 'Give an amount of more than nothing'],
  [2, ['credit', 'add', email, '1', 'USD'], 'The currency must be one of'],
  [2, ['credit', 'add', email, 'much', 'GBP'], 'Give an amount such as 0.05 or 12.50, not much'],
  [2, ['credit', 'refund', email, 'GBP', '--reason', 'x'], 'Add --to-card'],
  [2, ['credit', 'refund', email, 'GBP', '--to-card'], '--reason is missing'],
  [
    2,
    ['credit', 'refund', email, 'GBP', '--to-card', '--reason', 'x', '--amount', '0'],
    'Give an amount of more than nothing',
  ],
  [2, ['payments', 'list', '--state', 'lost'], 'The state must be one of'],
  [2, ['payments', 'open', email], '--reason is missing'],
  [2, ['statement', email, '--period', 'ever'], 'The period must be one of last_month'],
  [2, ['statement', email, '--currency', 'USD'], 'The currency must be one of'],
  [2, ['balances', 'import', '/nowhere.csv'], 'The file /nowhere.csv cannot be read'],
])('exits with %i for %j and moves no money', async (status, argv, sentence) => {
  const answer = await runCommand(argv, standIns);
  expect(answer).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(sentence) });
  for (const change of [credits.grant, cards.refundToCard, disputes.reopenTopUps, imports.import])
    expect(change).not.toHaveBeenCalled();
});
