import { expect, jest, test } from '@jest/globals';
import type { Failure } from '@sixpence/messaging/consumption';
import { answeredDatabase } from '../database/testing/answered-database.js';
import { createLogger } from '../process/logger.js';
import { ParkedService } from './parked.service.js';

const failure: Failure = {
  error: new TypeError('cannot be applied'),
  tries: 3,
  subject: 'print.document.converted',
  durable: 'core-apply-conversion',
  payload: '{}',
};
const row = {
  id: '7',
  durable: failure.durable,
  subject: 'print.agent.revoked',
  payload: '{"agentId":"0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70"}',
  is_whole: true,
};

/** Parked messages in a database with this row. `seen` collects writes and log lines. */
function aTable(present: readonly object[] = [row]) {
  const seen = { inserted: [] as unknown[][], deleted: [] as unknown[][], log: [] as object[] };
  const query = (text: string, values: unknown[]) => {
    if (text.startsWith('INSERT')) seen.inserted.push(values);
    if (text.startsWith('DELETE')) seen.deleted.push(values);
    return Promise.resolve({ rows: text.startsWith('SELECT') ? present : [], rowCount: 1 });
  };
  const parked = new ParkedService(
    answeredDatabase(query),
    createLogger('info', {
      write(line: string) {
        const { level, msg, durable, subject, tries } = JSON.parse(line) as Record<string, unknown>;
        seen.log.push({ level, msg, durable, subject, tries });
      },
    }),
  );
  const park = async (given: Partial<Failure>) => {
    await parked.parkMessage({ ...failure, ...given });
    const [, , payload, isWhole, error] = seen.inserted.at(-1)!;
    return { payload, isWhole, error };
  };
  return { parked, park, seen };
}

test('a parked message is kept with its error, logged, and the oldest beyond a thousand are deleted', async () => {
  const { parked, seen } = aTable();
  await parked.parkMessage(failure);
  const { durable, subject, tries } = failure;
  expect(seen.inserted).toEqual([[durable, subject, '{}', true, 'TypeError: cannot be applied', tries]]);
  expect(seen.log).toEqual([{ level: 50, msg: 'message parked', durable, subject, tries }]);
  expect(seen.deleted).toEqual([[1_000]]);
});

test('the first 2,048 bytes of a message are kept, without half a character at their end, and without NUL', async () => {
  const { park } = aTable();
  expect(await park({ payload: 'a'.repeat(2_048) })).toMatchObject({ isWhole: true });
  expect(await park({ payload: 'a'.repeat(2_049) })).toMatchObject({
    payload: 'a'.repeat(2_048),
    isWhole: false,
  });
  expect(await park({ payload: `${'a'.repeat(2_047)}é` })).toMatchObject({
    payload: 'a'.repeat(2_047),
    isWhole: false,
  });
  expect(await park({ payload: 'a\0b' })).toMatchObject({ payload: 'a\ufffdb', isWhole: true });
});

test('the first thousand characters of an error are kept, without NUL; another thrown value is stored as unknown', async () => {
  const { park } = aTable();
  expect(await park({ error: new Error('a\0b') })).toMatchObject({ error: 'Error: a\ufffdb' });
  const { error } = await park({ error: new Error('a'.repeat(2_000)) });
  expect(error).toBe(`Error: ${'a'.repeat(993)}`);
  expect(await park({ error: 'a text' })).toMatchObject({ error: 'unknown' });
});

test('a message is handled by the handler of its consumer, and then deleted', async () => {
  const { parked, seen } = aTable();
  const handle = jest.fn(() => Promise.resolve());
  parked.registerHandler(failure.durable, handle);
  await parked.retryMessage('7');
  expect(handle.mock.calls).toEqual([[{ agentId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' }]]);
  expect(seen.deleted).toEqual([['7']]);
});

test.each([
  ['is unknown', [], 'parked.unknown'],
  ['was cut', [{ ...row, is_whole: false }], 'parked.cut'],
])('a message that %s is not handled', async (_, present, code) => {
  const { parked, seen } = aTable(present);
  const handle = jest.fn(() => Promise.resolve());
  parked.registerHandler(failure.durable, handle);
  await expect(parked.retryMessage('7')).rejects.toMatchObject({ code });
  expect([handle.mock.calls, seen.deleted]).toEqual([[], []]);
});

test('a message stays parked when its handler fails, its consumer has none, or it breaks its contract', async () => {
  const { parked, seen } = aTable();
  await expect(parked.retryMessage('7')).rejects.toThrow('no handler for messages of core-apply-conversion');
  parked.registerHandler(failure.durable, () => Promise.reject(new Error('still not')));
  await expect(parked.retryMessage('7')).rejects.toThrow('still not');
  const broken = aTable([{ ...row, payload: '{"agentId":"x"}' }]);
  broken.parked.registerHandler(failure.durable, () => Promise.resolve());
  await expect(broken.parked.retryMessage('7')).rejects.toThrow();
  expect([seen.deleted, broken.seen.deleted]).toEqual([[], []]);
});
