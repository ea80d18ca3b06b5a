import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endingsInvariant, jobRules } from '@sixpence/core/jobs/views/job-verifier.query';
import {
  alsoBroken,
  invariantNamed,
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

const { held, story } = alsoBroken;

const plantings: Planting[] = [
  [
    'a job whose cost differs from its hold',
    [story, endingsInvariant],
    `UPDATE jobs SET captured_minor = 9, returned_minor = 6 WHERE id = '{settled}'`,
  ],
  ['a job paid by another user', [story], `UPDATE jobs SET owner_id = '{other}' WHERE id = '{open}'`],
  ['a job without a hold', [story, held], 'DELETE FROM transfers WHERE id = {openHold}'],
  ['a hold without a job', ['M6 every hold', 'D1'], `DELETE FROM jobs WHERE id = '{open}'`],
  [
    'a job that holds too little',
    ['M6 a job holds'],
    `UPDATE jobs SET unit_prices = '{5,5,6}' WHERE id = '{open}'`,
  ],
  ['a missing copy', ['M6 a press'], `UPDATE jobs SET copies = 2 WHERE id = '{open}'`],
  [
    'a decision without a reason',
    ['M6 what staff'],
    `UPDATE jobs SET decided_pages = 2 WHERE id = '{settled}'`,
  ],
  [
    'printed pages that were not paid',
    [endingsInvariant],
    `UPDATE jobs SET impressions = 3 WHERE id = '{settled}'`,
  ],
  [
    'a job with a wrong state',
    [endingsInvariant],
    `UPDATE jobs SET state = 'completed' WHERE id = '{settled}'`,
  ],
  [
    'a job with a wrong page count',
    [endingsInvariant],
    `UPDATE jobs SET captured_pages = 1 WHERE id = '{settled}'`,
  ],
  [
    'a job with a wrong count of colour pages',
    ['M6 a job counts'],
    `UPDATE jobs SET captured_color_pages = 1 WHERE id = '{settled}'`,
  ],
  [
    'a job wrongly marked as short',
    [endingsInvariant],
    `UPDATE jobs SET counted_short = true WHERE id = '{settled}'`,
  ],
  [
    'an open job older than a day',
    ['M7'],
    `UPDATE jobs SET created_at = created_at - interval '25 hours' WHERE id = '{open}'`,
  ],
  [
    'a document with an open job too many',
    ['D1'],
    `UPDATE documents SET open_jobs = 1 WHERE id = '{document}'`,
  ],
  [
    'a document with an open job too few',
    ['D1'],
    `UPDATE documents SET open_jobs = 0 WHERE id = '{waiting}'`,
  ],
  [
    'an event that was not sent',
    ['E1 every fact'],
    `INSERT INTO outbox (subject, body, created_at) VALUES ('x', '{}', now() - interval '61 seconds')`,
  ],
  [
    'a settlement without its event',
    ['E1 every hold and'],
    `DELETE FROM outbox WHERE body->>'jobId' = '{settled}'`,
  ],
  [
    'a settlement with two events',
    ['E1 every hold and'],
    `INSERT INTO outbox (subject, body) SELECT subject, body FROM outbox WHERE body->>'jobId' = '{settled}'`,
  ],
  [
    'an event of a settlement that did not happen',
    ['E1 every hold and'],
    `INSERT INTO outbox (subject, body) VALUES ('print.job.settled', '{"jobId": "{open}"}')`,
  ],
  [
    'a release without its event',
    ['E1 every hold and'],
    `DELETE FROM outbox WHERE subject = 'print.release.held'`,
  ],
  [
    'a second active code',
    ['C3'],
    `DROP INDEX print_codes_one_each;
     INSERT INTO print_codes (owner_id, code_hash, expires_at, near)
     VALUES ('{owner}', 'x', now() + interval '1 minute', '{1,2,3,4,5,6,7,8}')`,
  ],
];

test.each(plantings)('ledger verify finds %s', async (_, rules, sql) => {
  expect(await verified.foundAfter(sql)).toEqual(rules.map(invariantNamed).toSorted());
});

test('every rule of jobs finds a planted violation', () => {
  expect(rulesWithoutPlanting([...jobRules, { invariant: endingsInvariant }], plantings)).toEqual([]);
});
