import { randomUUID } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { MailService } from '@sixpence/core/platform/mail/mail.service';
import { AnswersService } from '@sixpence/core/documents/intake/answers.service';
import { money } from '@sixpence/money/money';
import type { ReleaseWorld } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { until } from '../../support/until.js';

/** Core without a converter: documents stay in the state that a test sets. */
let world: ReleaseWorld;
releaseForTests((given) => {
  world = given;
});

interface TakenMail {
  id?: string;
  sender?: string;
  messageId?: string;
  notTaken?: readonly { name: string; why: string }[];
  /** Seconds since the mail was accepted; null while its documents arrive. */
  ageSeconds?: number | null;
  answeredSecondsAgo?: number;
}

/**
 * An accepted mail with all its documents.
 * @returns its id
 */
async function aTakenMail(
  owner: string,
  documentIds: readonly string[],
  {
    id = randomUUID(),
    sender = 'anna@example.com',
    messageId,
    notTaken = [],
    ageSeconds = 0,
    answeredSecondsAgo,
  }: TakenMail = {},
): Promise<string> {
  await world.database.query(
    `INSERT INTO taken_mails
       (id, owner_id, digest, document_ids, sender, message_id, not_taken, done_at, answered_at)
     VALUES ($1, $2, gen_random_uuid()::text::bytea, $3, $4, $5, $6,
       app_now() - make_interval(secs => $7), app_now() - make_interval(secs => $8))`,
    [
      ...[id, owner, documentIds, sender, messageId ?? null, JSON.stringify(notTaken)],
      ...[ageSeconds, answeredSecondsAgo ?? null],
    ],
  );
  return id;
}

async function anUnpreparedDocument(owner: string): Promise<string> {
  const [row]: { id: string }[] = await world.database.query(
    `INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
     VALUES ($1, 'essay.pdf', '1-Sided', false, app_now() + interval '72 hours') RETURNING id`,
    [owner],
  );
  await world.database.query(
    `INSERT INTO document_revisions (document_id, revision, state, media_type)
     VALUES ($1, 1, 'uploaded', 'application/pdf')`,
    [row!.id],
  );
  return row!.id;
}

async function isAnswered(mailId: string): Promise<boolean> {
  const [row]: { answered: boolean }[] = await world.database.query(
    'SELECT answered_at IS NOT NULL AS answered FROM taken_mails WHERE id = $1',
    [mailId],
  );
  return row?.answered === true;
}

/** Waits until a later mail is answered: the round has then handled every earlier mail. */
async function aLaterMailIsAnswered(): Promise<void> {
  const owner = await world.aPerson('1.00');
  const later = await aTakenMail(owner, [await world.aDocument(owner)]);
  await until(() => isAnswered(later));
}

test.each([
  ['first', 0],
  ['second', 1],
  ['last', 2],
])('a mail is not answered while its %s document is being prepared', async (_which, processing) => {
  const owner = await world.aPerson('1.00');
  const documentIds: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    documentIds.push(await (count === processing ? anUnpreparedDocument(owner) : world.aDocument(owner)));
  }
  const mail = await aTakenMail(owner, documentIds);
  await aLaterMailIsAnswered();
  expect(await isAnswered(mail)).toBe(false);
  await world.database.query(
    "UPDATE document_revisions SET state = 'failed', reason = 'damaged' WHERE document_id = $1",
    [documentIds[processing]],
  );
  await until(() => isAnswered(mail));
});

test('one answer to the last sender covers all waiting mails of a person', async () => {
  await world.aSite();
  await world.setPrices((await world.aSite()).id, 'GBP', 6);
  const euros = await world.aSite({ currency: 'EUR' });
  await world.setPrices(euros.id, 'EUR', 1);
  // This print empties the euro wallet.
  const owner = await world.aPerson('0.03', 'EUR');
  const documentId = await world.aDocument(owner);
  const { jobs } = await world.print(euros, await world.logIn(euros, owner));
  const { jobId } = jobs[0]!;
  await world.jobs.settleJob(euros.agent.id, { jobId, outcome: 'completed', impressions: 3 });
  await world.credits.grant({ owner, amount: money(100, 'GBP'), key: owner, reason: 'a test' });
  const other = await world.aDocument(owner, { pages: 1 });
  const post = jest.spyOn(world.core.app.get(MailService), 'postMail');

  const notTaken = (name: string) => [{ name, why: 'type' }];
  const [first, last] = [randomUUID(), randomUUID()].toSorted();
  await world.database.transaction(async (tx) => {
    // The round waits until both mails are committed.
    await tx.query('SELECT pg_advisory_xact_lock(1320)');
    const later = { messageId: '<later@example.com>', notTaken: notTaken('later.xyz') };
    await aTakenMail(owner, [other], { id: first!, sender: 'later@example.com', ageSeconds: 1, ...later });
    const earlier = { messageId: '<earlier@example.com>', notTaken: notTaken('earlier.xyz') };
    await aTakenMail(owner, [documentId], {
      id: last!,
      sender: 'earlier@example.com',
      ageSeconds: 2,
      ...earlier,
    });
    const coming = await aTakenMail(owner, [], { ageSeconds: null });
    await world.core.app.get(AnswersService).answerMails();
    for (const id of [first!, last!, coming]) expect(await isAnswered(id)).toBe(false);
  });
  await until(async () => (await isAnswered(first!)) && (await isAnswered(last!)));
  expect(post.mock.calls.map(([, letter]) => letter)).toMatchObject([
    { to: 'later@example.com', answers: { messageId: '<later@example.com>' } },
  ]);
  const { text } = post.mock.calls[0]![1];
  expect(text.split('\n').slice(0, 6)).toEqual([
    '- essay.pdf: 3 pages, 1-Sided, Black-White, from £0.15',
    '- essay.pdf: 1 page, 1-Sided, Black-White, from £0.05',
    expect.stringContaining('- earlier.xyz was not taken. '),
    expect.stringContaining('- later.xyz was not taken. '),
    '',
    'Your balance is £1.00.',
  ]);
});

test('after the longest wait a mail is answered, even while a document is being prepared', async () => {
  const owner = await world.aPerson('1.00');
  const documentId = await anUnpreparedDocument(owner);
  const waiting = await aTakenMail(owner, [documentId], { ageSeconds: lifeSeconds.mailAnswerWait - 60 });
  const age = { ageSeconds: lifeSeconds.mailAnswerWait + 1 };
  const mail = await aTakenMail(owner, [documentId], age);
  await until(() => isAnswered(mail));
  expect(await isAnswered(waiting)).toBe(false);
});

/** The texts of the letters to this address. */
function lettersTo(address: string): () => string[] {
  const post = jest.spyOn(world.core.app.get(MailService), 'postMail');
  return () => post.mock.calls.flatMap(([, { to, text }]) => (to === address ? [text] : []));
}

test('an answer covers only the mails whose documents are prepared', async () => {
  const [owner, sender] = [await world.aPerson('1.00'), `${randomUUID()}@example.com`];
  const letters = lettersTo(sender);
  const documentId = await anUnpreparedDocument(owner);
  const notTaken = [{ name: 'unprepared.xyz', why: 'type' }];
  const unprepared = await aTakenMail(owner, [documentId], { sender, notTaken, ageSeconds: 1 });
  const prepared = await aTakenMail(owner, [await world.aDocument(owner)], { sender });
  await until(() => isAnswered(prepared));
  expect(await isAnswered(unprepared)).toBe(false);
  expect(letters()).toEqual([expect.not.stringContaining('unprepared.xyz')]);
});

test.each([
  ['waits', 45],
  ['is answered', 61],
])('a mail %s when its person got an answer %i seconds ago', async (what, answeredSecondsAgo) => {
  const owner = await world.aPerson('1.00');
  await aTakenMail(owner, [], { answeredSecondsAgo });
  const mail = await aTakenMail(owner, [await world.aDocument(owner)]);
  await aLaterMailIsAnswered();
  expect(await isAnswered(mail)).toBe(what === 'is answered');
});

test.each([
  [29, 120, 1],
  [30, 120, 0],
  [30, 24 * 3_600, 1],
])('after %i answers up to %i seconds ago, %i more is sent', async (answers, ago, more) => {
  const [owner, sender] = [await world.aPerson('1.00'), `${randomUUID()}@example.com`];
  const letters = lettersTo(sender);
  for (let count = 0; count < answers; count += 1)
    await aTakenMail(owner, [], { answeredSecondsAgo: ago + count * 100 });
  const mail = await aTakenMail(owner, [await world.aDocument(owner)], { sender });
  await until(() => isAnswered(mail));
  expect(letters()).toHaveLength(more);
});

test('without money the balance is in the currency of the first wallet', async () => {
  const euros = await world.aSite({ currency: 'EUR' });
  const [owner, sender] = [await world.aPerson('0.15', 'EUR'), `${randomUUID()}@example.com`];
  const letters = lettersTo(sender);
  const documentId = await world.aDocument(owner);
  const { jobs } = await world.print(euros, await world.logIn(euros, owner));
  const { jobId } = jobs[0]!;
  await world.jobs.settleJob(euros.agent.id, { jobId, outcome: 'completed', impressions: 3 });
  const mail = await aTakenMail(owner, [documentId], { sender });
  await until(() => isAnswered(mail));
  expect(letters()).toEqual([expect.stringContaining('Your balance is €0.00.')]);
});
