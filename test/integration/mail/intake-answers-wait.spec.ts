import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { ReleaseWorld } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { until } from '../../support/until.js';

/** Core without a converter: documents stay in the state that a test gives them. */
let world: ReleaseWorld;
releaseForTests((given) => {
  world = given;
});

/** A mail of a new person whose documents are all there. @returns its id */
async function aTakenMail(owner: string, documentIds: readonly string[]): Promise<string> {
  const id = randomUUID();
  await world.database.query(
    `INSERT INTO taken_mails (id, owner_id, digest, document_ids, sender, done_at)
     VALUES ($1, $2, gen_random_uuid()::text::bytea, $3, 'anna@example.com', app_now())`,
    [id, owner, documentIds],
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

/** Once this is answered, every mail that was there before has been looked at. */
async function aLaterMailIsAnswered(): Promise<void> {
  const owner = await world.aPerson('1.00');
  const later = await aTakenMail(owner, [await world.aDocument(owner)]);
  await until(() => isAnswered(later));
}

test.each([
  ['first', 0],
  ['second', 1],
  ['last', 2],
])('a mail is not answered as long as its %s document is being prepared', async (_which, processing) => {
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
