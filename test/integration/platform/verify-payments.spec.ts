import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { paymentRules } from '@sixpence/core/money/ledger/views/payment-rules.query';
import {
  alsoBroken,
  invariantNamed,
  newTransfer,
  rulesWithoutPlanting,
  Verified,
  type Planting,
} from '../../support/worlds/verified.js';

const after = new AsyncDisposableStack();
let verified: Verified;
beforeAll(async () => {
  verified = after.use(await Verified.start());
});
afterAll(() => after.disposeAsync());

const { posted } = alsoBroken;
const credited = 'M5 each payment';
const numbered = 'M5 receipts';
const sentBack = 'M5 refunds moved';
const takenBack = 'M5 disputes moved';
const byStaff = 'M4 every refund by staff';

/** The service’s own accounts have odd ids in GBP. */
const plantings: Planting[] = [
  [
    'a payment of another amount than was credited',
    [credited],
    `UPDATE payments SET amount_minor = amount_minor + 1 WHERE id = '{paid}'`,
  ],
  [
    'a payment that succeeded and was not credited',
    [credited],
    `UPDATE transfers SET key = 'payment:x' WHERE key = 'payment:{paid}'`,
  ],
  [
    'a payment that was credited and did not succeed',
    [credited],
    `UPDATE payments SET state = 'canceled', number = NULL, credited_at = NULL, refunded_minor = 0
      WHERE id = '{disputed}'`,
  ],
  [
    'a payment of another user',
    [credited, sentBack, byStaff],
    `UPDATE payments SET owner_id = '{other}' WHERE id = '{paid}'`,
  ],
  [
    'a top-up without a payment',
    [credited, posted],
    newTransfer(`'top-up', 3, {wallet}, 'GBP', 5, NULL, 'payment:y'`),
  ],
  [
    'a refund that took another amount',
    [sentBack],
    `UPDATE payment_refunds SET taken_minor = taken_minor - 1 WHERE id = '{found}'`,
  ],
  [
    'a payment that was credited as another kind of transfer',
    [credited, sentBack],
    `UPDATE transfers SET kind = 'refund-failed' WHERE key = 'payment:{paid}'`,
  ],
  [
    'a refund whose missing part was not booked as a loss',
    [sentBack],
    `UPDATE payment_refunds SET amount_minor = amount_minor + 1 WHERE id = '{found}';
     UPDATE payments SET refunded_minor = refunded_minor + 1 WHERE id = '{paid}'`,
  ],
  [
    'a failed refund whose loss did not come back',
    [sentBack],
    `UPDATE payment_refunds SET state = 'failed', amount_minor = 201 WHERE id = '{found}';
     UPDATE payments SET refunded_minor = refunded_minor - 200 WHERE id = '{paid}';
     ${newTransfer(`'dispute-loss', 9, 3, 'GBP', 1, NULL, 'dispute-loss:{found}'`)};
     ${newTransfer(`'refund-failed', 3, {wallet}, 'GBP', 200, NULL, 'refund-failed:{found}'`)};
     UPDATE ledger_accounts SET posted_minor = posted_minor + 200 WHERE id = {wallet}`,
  ],
  [
    'a refund that failed and did not come back',
    [sentBack],
    `UPDATE payment_refunds SET state = 'failed' WHERE id = '{found}'`,
  ],
  [
    'a refund that came back and did not fail',
    [sentBack],
    `UPDATE payment_refunds SET state = 'sent', provider_id = 'x' WHERE id = '{failed}'`,
  ],
  ['a refund transfer without a refund', [sentBack], `DELETE FROM payment_refunds WHERE id = '{failed}'`],
  [
    'a payment with a wrong refunded amount',
    [sentBack],
    `UPDATE payments SET refunded_minor = 1 WHERE id = '{paid}'`,
  ],
  [
    'refunds of more than was paid',
    [sentBack, takenBack],
    `ALTER TABLE payments DROP CONSTRAINT payments_check;
     INSERT INTO payment_refunds (id, payment_id, asked_by, amount_minor, taken_minor, state, provider_id)
     VALUES ('{open}', '{paid}', 'provider', 301, 301, 'sent', 'y');
     UPDATE payments SET refunded_minor = 501 WHERE id = '{paid}';
     ${newTransfer(`'refund', {wallet}, 3, 'GBP', 301, NULL, 'refund:{open}'`)};
     UPDATE ledger_accounts SET posted_minor = posted_minor - 301 WHERE id = {wallet}`,
  ],
  [
    'a dispute that took another amount',
    [takenBack],
    `UPDATE payment_disputes SET taken_minor = taken_minor - 1 WHERE id = 'du_lost'`,
  ],
  ['a won dispute without its money', [takenBack], `UPDATE payment_disputes SET state = 'won'`],
  [
    'a won dispute that kept what it took',
    [takenBack],
    `ALTER TABLE payment_disputes DROP CONSTRAINT payment_disputes_taken_minor_check;
     UPDATE payment_disputes SET state = 'won', claimed_minor = 0`,
  ],
  [
    'a loss that no dispute has',
    [takenBack],
    newTransfer(`'dispute-loss', 9, 3, 'GBP', 5, NULL, 'dispute-loss:du_lost'`),
  ],
  [
    'a refund and a dispute of more than was paid',
    [takenBack, sentBack],
    `ALTER TABLE payments DROP CONSTRAINT payments_check;
     INSERT INTO payment_refunds (id, payment_id, asked_by, amount_minor, taken_minor, state, provider_id)
     VALUES ('{open}', '{disputed}', 'provider', 1, 1, 'sent', 'y');
     UPDATE payments SET refunded_minor = 1 WHERE id = '{disputed}'`,
  ],
  [
    'a loss that was not booked',
    [takenBack],
    `UPDATE payment_disputes SET amount_minor = amount_minor + 1, claimed_minor = claimed_minor + 1`,
  ],
  [
    'a refund that came back to a person whose bank has taken the payment',
    ['M5 a failed refund leaves'],
    `INSERT INTO payment_disputes (id, payment_id, what, amount_minor, claimed_minor, taken_minor, state,
      created_at)
     SELECT 'du_before', payment_id, 'dispute', 100, 100, 0, 'open', updated_at - interval '1 second'
     FROM payment_refunds WHERE id = '{failed}'`,
  ],
  [
    'two disputes that both claim the whole payment',
    [takenBack],
    `INSERT INTO payment_disputes (id, payment_id, what, amount_minor, claimed_minor, taken_minor, state)
     SELECT 'du_more', payment_id, 'dispute', amount_minor, amount_minor, 0, 'open'
     FROM payment_disputes WHERE id = 'du_lost'`,
  ],
  [
    'a dispute that claims nothing, when no other one of its payment does',
    [takenBack],
    `INSERT INTO payment_disputes (id, payment_id, what, amount_minor, claimed_minor, taken_minor, state)
     VALUES ('du_idle', '{paid}', 'dispute', 100, 0, 0, 'lost')`,
  ],
  ['a dispute transfer without a dispute', [takenBack], 'DELETE FROM payment_disputes'],
  [
    'a loss transfer without a dispute',
    [takenBack],
    newTransfer(`'dispute-loss', 9, 3, 'GBP', 5, NULL, 'dispute-loss:x'`),
  ],
  ['a gap in receipt numbers', [numbered], `UPDATE payments SET number = number + 1 WHERE id = '{disputed}'`],
  [
    'a receipt number twice',
    [numbered],
    `ALTER TABLE payments DROP CONSTRAINT payments_number_key;
     UPDATE payments SET number = (SELECT number FROM payments WHERE id = '{paid}') WHERE id = '{disputed}'`,
  ],
  [
    'a receipt without a number',
    [numbered],
    `ALTER TABLE payments DROP CONSTRAINT payments_check1;
     ALTER TABLE payments DROP CONSTRAINT payments_check2;
     UPDATE payments SET number = NULL WHERE id = '{disputed}'`,
  ],
  [
    'a refund by staff without a reason',
    [byStaff],
    `UPDATE payment_refunds SET asked_by = 'staff' WHERE id = '{failed}'`,
  ],
  [
    'a refund by staff whose audit entry has another subject',
    [byStaff],
    `UPDATE audit SET subject = '{other}' WHERE act = 'credit refund'`,
  ],
  [
    'a refund by staff at whose time the audit has the refund of another person only',
    [byStaff],
    `WITH moved AS (
       UPDATE audit SET at = at - interval '1 day' WHERE act = 'credit refund' RETURNING *
     )
     INSERT INTO audit (actor, act, subject, reason, at)
     SELECT actor, act, '{other}', reason, at + interval '1 day' FROM moved`,
  ],
  [
    'a refund by staff whose audit entry is of another day',
    [byStaff],
    `UPDATE audit SET at = at - interval '1 day' WHERE act = 'credit refund'`,
  ],
  [
    'a refund by staff whose audit entry came minutes later',
    [byStaff],
    `UPDATE audit SET at = at + interval '2 minutes' WHERE act = 'credit refund'`,
  ],
];

test.each(plantings)('ledger verify finds %s', async (_, rules, sql) => {
  expect(await verified.foundAfter(sql)).toEqual(rules.map(invariantNamed).toSorted());
});

test('every rule of payments has a planted violation that it finds', () => {
  expect(rulesWithoutPlanting(paymentRules, plantings)).toEqual([]);
});
