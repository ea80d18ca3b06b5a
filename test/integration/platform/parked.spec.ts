import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ParkedService } from '@sixpence/core/platform/outbox/parked.service';
import { PruningService } from '@sixpence/core/platform/outbox/pruning.service';
import type { Failure } from '@sixpence/messaging/consumption';
import { convertedPage } from '../../support/documents/converted-page.js';
import { CoreApp } from '../../support/core/core-app.js';
import { operated } from '../../support/worlds/operated.js';
import { Uploads } from '../../support/builders/uploads.js';

let core: CoreApp;
let parked: ParkedService;
beforeAll(async () => {
  core = await CoreApp.start();
  parked = core.app.get(ParkedService);
});
afterEach(async () => {
  await core.database.query('DELETE FROM parked_messages');
});
afterAll(() => core[Symbol.asyncDispose]());

const converted = 'print.document.converted';
const failed = 'print.document.conversion-failed';
const durables = { [converted]: 'core-apply-conversion', [failed]: 'core-apply-conversion-failure' } as const;

/** Parks a message that a consumer gave up. @returns its id */
async function park(subject: keyof typeof durables, payload: string): Promise<string> {
  const failure: Failure = {
    ...{ error: new Error('cannot be applied'), tries: 3, subject, durable: durables[subject], payload },
  };
  await parked.parkMessage(failure);
  return (await parked.listParked())[0]!.id;
}

const failure = (documentId: string) => JSON.stringify({ documentId, revision: 1, reason: 'damaged' });

describe('the operator’s command', () => {
  test('lists parked messages, and drops one', async () => {
    const id = await park(failed, failure(randomUUID()));
    const { status, stdout } = await operated(core, 'parked', 'list');
    expect([status, stdout]).toEqual([0, expect.stringMatching(new RegExp(`${id}.*cannot be applied`))]);
    expect(await operated(core, 'parked', 'drop', id)).toMatchObject({ status: 0 });
    expect(await operated(core, 'parked', 'drop', id)).toMatchObject({
      status: 1,
      stderr: 'There is no such message.\n',
    });
    expect((await operated(core, 'parked', 'list')).stdout).toBe('No messages.\n');
  });

  test('retries a message, which takes effect and is no longer parked', async () => {
    const { cookie } = await core.signedIn(`${randomUUID()}@example.com`);
    const uploads = new Uploads(core, cookie);
    const documentId = await uploads.upload('a.pdf', 'application/pdf', Buffer.from('%PDF-1.7 …'));
    const id = await park(failed, failure(documentId));
    expect(await operated(core, 'parked', 'retry', id)).toMatchObject({ status: 0 });
    expect(await uploads.settled(documentId)).toMatchObject({ status: 'failed', reason: 'damaged' });
    expect(await parked.listParked()).toEqual([]);
    expect(await operated(core, 'parked', 'retry', id)).toMatchObject({ status: 1 });
  });

  test('keeps a message parked when its retry fails', async () => {
    const { cookie } = await core.signedIn(`${randomUUID()}@example.com`);
    const documentId = await new Uploads(core, cookie).upload(
      'a.pdf',
      'application/pdf',
      Buffer.from('%PDF-1.7 …'),
    );
    const fact = {
      documentId,
      revision: 1,
      conversionId: randomUUID(),
      pages: [convertedPage],
      byteLength: 9,
    };
    const id = await park(converted, JSON.stringify(fact));
    expect(await operated(core, 'parked', 'retry', id)).toMatchObject({ status: 1 });
    const nonsense = await park(converted, '{"documentId":');
    expect(await operated(core, 'parked', 'retry', nonsense)).toMatchObject({ status: 1 });
    expect((await parked.listParked()).map((message) => message.id)).toEqual([nonsense, id]);
  });
});

describe('parked messages', () => {
  test('keep 2 KB of their payload, and a longer one can only be dropped', async () => {
    const [letters, whole] = ['é'.repeat(3_000), 'x'.repeat(2_048)];
    const id = await park(converted, `${letters}\0`);
    const [message] = await parked.listParked();
    expect(message).toMatchObject({ payload: 'é'.repeat(1_024), isWhole: false });
    expect(await operated(core, 'parked', 'retry', id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('too long to be kept whole'),
    });
    expect(await operated(core, 'parked', 'drop', id)).toMatchObject({ status: 0 });
    await park(converted, whole);
    expect((await parked.listParked())[0]).toMatchObject({ payload: whole, isWhole: true });
    await park(converted, `x${letters}`);
    const said = { tries: 3, subject: converted, durable: durables[converted], payload: '{}' } as const;
    await parked.parkMessage({ ...said, error: new Error(`\0${'y'.repeat(2_000)}`) });
    expect((await parked.listParked())[0]?.error).toBe(
      `Error: \ufffd${'y'.repeat(1_000 - 'Error: .'.length)}`,
    );
    await parked.parkMessage({ ...said, error: 'thrown' });
    const [unknown] = await parked.listParked();
    expect(unknown?.error).toBe('unknown');
    await parked.dropMessage(unknown!.id);
    await parked.dropMessage((await parked.listParked())[0]!.id);
    expect((await parked.listParked())[0]).toMatchObject({
      payload: `x${'é'.repeat(1_023)}`,
      isWhole: false,
    });
  });

  test('are limited to the newest thousand', async () => {
    await core.database.query(
      `INSERT INTO parked_messages (durable, subject, payload, is_whole, error, tries, parked_at)
       SELECT 'core-apply-conversion', '${converted}', n::text, true, 'Error', 3,
         clock_timestamp() - make_interval(secs => n)
       FROM generate_series(1, 1000) n`,
    );
    const id = await park(converted, '{}');
    const kept = await parked.listParked();
    expect([kept.length, kept[0]!.id, kept.at(-1)!.payload]).toEqual([1_000, id, '999']);
  });

  test('are deleted after 90 days', async () => {
    const [old, young] = [await park(converted, '{}'), await park(converted, '{}')];
    const ages = `UPDATE parked_messages SET parked_at = clock_timestamp() - make_interval(days => $2)
      WHERE id = $1`;
    await core.database.query(ages, [old, 91]);
    await core.database.query(ages, [young, 89]);
    await core.app.get(PruningService).prune();
    expect((await parked.listParked()).map(({ id }) => id)).toEqual([young]);
  });
});
