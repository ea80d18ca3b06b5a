import { expect, jest, test } from '@jest/globals';
import type { Messaging } from '@sixpence/messaging/messaging';
import { answeredDatabase } from '../platform/database/testing/answered-database.js';
import { NewsService } from '../platform/news/news.service.js';
import { createLogger } from '../platform/process/logger.js';
import { SendersService } from './senders.service.js';

/** Senders of one document, whose database answers these statements. */
function aDocument({ state = 'awaiting-upload', isDownAtEnd = false } = {}) {
  const seen = { ended: [] as unknown[][], checks: 0, stopped: 0, log: [] as object[] };
  const query = (text: string, values: unknown[]) => {
    if (text.includes('senders = senders + 1')) return Promise.resolve({ rows: [{ senders: 3 }] });
    if (text.startsWith('UPDATE documents SET receiving_bytes = 0')) {
      seen.ended.push(values);
      if (isDownAtEnd) return Promise.reject(new Error('the database is down'));
    }
    if (text.startsWith('SELECT d.id, d.senders')) seen.checks += 1;
    if (text.includes('AS bytes')) return Promise.resolve({ rows: [{ documents: 0, bytes: 0 }] });
    const rows = text.includes('r.state') ? [{ owner_id: 'anna', state, digest: null }] : [];
    return Promise.resolve({ rows, rowCount: 1 });
  };
  const senders = new SendersService(
    answeredDatabase(query),
    { hearNews: () => ({ stop: () => void (seen.stopped += 1) }) } as unknown as Messaging,
    Object.assign(new NewsService(), { publishAfterCommit: () => undefined }),
    createLogger('info', {
      write(line: string) {
        const { level, msg, documentId } = JSON.parse(line) as Record<string, unknown>;
        seen.log.push({ level, msg, documentId });
      },
    }),
  );
  const send = (work: (sender: number | undefined) => Promise<void>) =>
    senders.receiveFromNewest('d', { byteLength: 1, stop: () => undefined, bytes: [] as never }, work);
  return { senders, send, seen };
}

test.each([
  ['a document that awaits its bytes', 'awaiting-upload', 3, [['d', 3]]],
  ['a document that has arrived', 'ready', undefined, []],
])('a sender of %s is no longer checked after its end', async (_, state, number, ended) => {
  const { senders, send, seen } = aDocument({ state });
  const work = jest.fn(async () => {
    await senders.checkSenders();
  });
  await send(work);
  expect(work.mock.calls).toEqual([[number]]);
  await senders.checkSenders();
  expect(seen).toEqual({ ended, checks: 1, stopped: 1, log: [] });
});

test('a failed upload fails with its own error, and is no longer checked', async () => {
  const { senders, send, seen } = aDocument();
  await expect(send(() => Promise.reject(new Error('connection lost')))).rejects.toThrow('connection lost');
  await senders.checkSenders();
  expect(seen).toEqual({ ended: [['d', 3]], checks: 0, stopped: 1, log: [] });
});

test('an upload succeeds even if its bytes could not be taken out of the quota, and the log says so', async () => {
  const { send, seen } = aDocument({ isDownAtEnd: true });
  await send(() => Promise.resolve());
  expect(seen.log).toEqual([
    {
      level: 40,
      msg: 'bytes of an ended upload stay counted until the document is sent again or expires',
      documentId: 'd',
    },
  ]);
});
