import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endings, jobRules } from '@sixpence/core/jobs/job-audit.query';
import { alsoBroken, named, unseen, Verified, type Planting } from '../../support/worlds/verified.js';

const after = new AsyncDisposableStack();
let verified: Verified;
beforeAll(async () => {
  verified = after.use(await Verified.start());
});
afterAll(() => after.disposeAsync());

const { held, story } = alsoBroken;

const plantings: Planting[] = [
  [
    'a job that cost something else than its hold',
    [story, endings],
    `UPDATE jobs SET captured_minor = 9, returned_minor = 6 WHERE id = '{settled}'`,
  ],
  ['a job that another has paid', [story], `UPDATE jobs SET owner_id = '{other}' WHERE id = '{open}'`],
  ['a job without a hold', [story, held], 'DELETE FROM transfers WHERE id = {openHold}'],
  ['a hold without a job', ['M6 every hold', 'D1'], `DELETE FROM jobs WHERE id = '{open}'`],
  [
    'a job that holds too little',
    ['M6 a job holds'],
    `UPDATE jobs SET unit_prices = '{5,5,6}' WHERE id = '{open}'`,
  ],
  ['a copy that is missing', ['M6 a press'], `UPDATE jobs SET copies = 2 WHERE id = '{open}'`],
  [
    'what nobody gave a reason for',
    ['M6 what staff'],
    `UPDATE jobs SET decided_pages = 2 WHERE id = '{settled}'`,
  ],
  [
    'pages that were printed and not paid',
    [endings],
    `UPDATE jobs SET impressions = 3 WHERE id = '{settled}'`,
  ],
  ['a job that tells another end', [endings], `UPDATE jobs SET state = 'completed' WHERE id = '{settled}'`],
  ['a job that says other pages', [endings], `UPDATE jobs SET captured_pages = 1 WHERE id = '{settled}'`],
  [
    'a job that counts other pages of colour',
    ['M6 a job counts'],
    `UPDATE jobs SET captured_color_pages = 1 WHERE id = '{settled}'`,
  ],
  ['a job that was not short', [endings], `UPDATE jobs SET counted_short = true WHERE id = '{settled}'`],
  [
    'a job of yesterday',
    ['M7'],
    `UPDATE jobs SET created_at = created_at - interval '25 hours' WHERE id = '{open}'`,
  ],
  ['a document that stays for ever', ['D1'], `UPDATE documents SET open_jobs = 1 WHERE id = '{document}'`],
  ['a document that goes too soon', ['D1'], `UPDATE documents SET open_jobs = 0 WHERE id = '{waiting}'`],
  [
    'a fact that is not sent',
    ['E1 every fact'],
    `INSERT INTO outbox (subject, body, created_at) VALUES ('x', '{}', now() - interval '61 seconds')`,
  ],
  [
    'a settlement that is not told',
    ['E1 what was held'],
    `DELETE FROM outbox WHERE body->>'jobId' = '{settled}'`,
  ],
  [
    'a settlement that is told twice',
    ['E1 what was held'],
    `INSERT INTO outbox (subject, body) SELECT subject, body FROM outbox WHERE body->>'jobId' = '{settled}'`,
  ],
  [
    'a settlement that never was',
    ['E1 what was held'],
    `INSERT INTO outbox (subject, body) VALUES ('print.job.settled', '{"jobId": "{open}"}')`,
  ],
  [
    'a release that is not told',
    ['E1 what was held'],
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
  expect(await verified.foundAfter(sql)).toEqual(rules.map(named).toSorted());
});

test('no rule of jobs was never seen to find what breaks it', () => {
  expect(unseen([...jobRules, { invariant: endings }], plantings)).toEqual([]);
});
