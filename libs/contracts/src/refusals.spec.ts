import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Refusal, refusalCodes, refusals } from './refusals.js';

const checkout = join(import.meta.dirname, '../../..');
const built = /(^|\/)(node_modules|dist|dist-types)\//;

/** The sources of core and the operator; word lists elsewhere do not count as a use. */
const source = ['apps/core/src', 'apps/operator/src']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.spec)\.ts$|\.sql$/.test(file) && !built.test(file))
  // Comments do not count as a use.
  .map((file) => readFileSync(join(checkout, file), 'utf8').replace(/^\s*(\/?\*|\/\/|--).*$/gm, ''))
  .join('\n');

/** The statuses that the specification's pages and older boxes rely on. */
const byStatus: [number, string][] = [
  [
    400,
    `
    request.invalid account.weak-password reset.wrong-code document.name pages.none-left
    pages.out-of-range code.malformed payment.amount payment.signature release.empty
    `,
  ],
  [
    401,
    `
    session.missing service-token.missing intake-token.missing account.wrong-password account.locked
    agent.unknown
    `,
  ],
  [402, 'credits.insufficient'],
  [
    403,
    `
    request.origin session.required account.unknown mail.switched-off storage.signature
    payment.closed refund.by-staff agent.invite panel-link.wrong
    `,
  ],
  [
    404,
    `
    route.unknown address.unknown address.stop-unknown session.unknown mail.unknown provider.unknown
    document.unknown storage.unknown code.wrong parked.unknown payment.unknown printer.unknown
    job.unknown site.unknown report.unknown
    `,
  ],
  [408, 'request.timeout'],
  [
    409,
    `
    account.exists address.taken address.yours address.full address.primary social.state-used
    social.ended provider.last-way leaving.open-job leaving.payment-under-way leaving.address-new
    leaving.money-left document.processing document.not-ready document.quota storage.differs
    storage.displaced pairing.ended credits.person-left credits.more-than-captured parked.cut
    payment.not-set-up refund.too-much refund.changed printer.busy printer.unpriced
    panel-session.ended quote.changed site.full
    `,
  ],
  [413, 'request.too-large storage.too-large'],
  [415, 'request.media-type document.type'],
  [
    422,
    `
    sign-up.wrong-code password.wrong address.wrong-code social.wrong-code account.unproven
    `,
  ],
  [429, 'request.too-many code.paused payment.limit'],
  [431, 'request.headers'],
  [503, 'service.unavailable'],
  [507, 'storage.full'],
];

test.each(byStatus)('only the refusals listed here have the status %d', (status, codes) => {
  expect(refusalCodes.filter((code) => refusals[code].status === status)).toEqual(codes.trim().split(/\s+/));
});

test('a refusal has the sentence of the table unless it has its own, and keeps its cause and further fields', () => {
  const cause = new Error('why');
  const plain = new Refusal('release.empty', undefined, undefined, { cause });
  expect(plain).toMatchObject({
    name: 'Refusal',
    status: 400,
    message: 'Nothing was chosen.',
    cause,
    beside: {},
  });
  expect(new Refusal('release.empty', 'Choose one.', 7, undefined, { found: false })).toMatchObject({
    ...{ code: 'release.empty', message: 'Choose one.', retryAfterSeconds: 7, beside: { found: false } },
  });
});

test.each(refusalCodes)('core or the operator uses %s, which has a sentence and a status', (code) => {
  expect(source).toContain(`'${code}'`);
  expect(refusals[code].sentence).toMatch(/^[A-Z].+/);
  expect(refusals[code].status).toBeGreaterThanOrEqual(400);
});
