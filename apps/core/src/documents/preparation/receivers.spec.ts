import { setImmediate as turn } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { Receivers } from './receivers.js';

/** Begins a receiver whose work lasts until `end` or `fail`. */
function begin(receivers: Receivers, file: string) {
  let end = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  const working = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const stop = jest.fn();
  const work = jest.fn(() => working);
  return { received: receivers.receiveFile(file, stop, work), stop, work, end, fail };
}

const displaced = expect.objectContaining({ code: 'storage.displaced' });

test.each(['succeeds', 'fails'])(
  'a newer receiver stops the earlier one, and begins when the earlier one %s',
  async (ending) => {
    const receivers = new Receivers();
    const [first, second] = [begin(receivers, 'a'), begin(receivers, 'a')];
    expect([first.stop.mock.calls, second.stop.mock.calls]).toEqual([[[displaced]], []]);
    await turn();
    expect([first.work.mock.calls.length, second.work.mock.calls.length]).toEqual([1, 0]);
    if (ending === 'fails') {
      first.fail(new Error('stopped'));
      await expect(first.received).rejects.toThrow('stopped');
    } else {
      first.end();
      await first.received;
    }
    await turn();
    expect(second.work).toHaveBeenCalledTimes(1);
    // The end of the first receiver does not remove the second one.
    const third = begin(receivers, 'a');
    expect(second.stop.mock.calls).toEqual([[displaced]]);
    for (const each of [second, third]) each.end();
    await Promise.all([second.received, third.received]);
    expect(first.stop).toHaveBeenCalledTimes(1);
  },
);

test('a receiver is not stopped after its end, or by a receiver of another file', async () => {
  const receivers = new Receivers();
  const ended = begin(receivers, 'a');
  ended.end();
  await ended.received;
  const [next, other] = [begin(receivers, 'a'), begin(receivers, 'b')];
  expect([next.work.mock.calls.length, other.work.mock.calls.length]).toEqual([1, 1]);
  for (const each of [next, other]) each.end();
  await Promise.all([next.received, other.received]);
  for (const { stop } of [ended, next, other]) expect(stop).not.toHaveBeenCalled();
});
