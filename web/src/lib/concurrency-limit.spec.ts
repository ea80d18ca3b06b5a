import { expect, test } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

const notAborted = new AbortController().signal;

/** An action that runs until the test ends it. */
function anAction() {
  let runs = 0;
  let end: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined;
  const action = () => {
    runs += 1;
    return new Promise<string>((resolve, reject) => (end = { resolve, reject }));
  };
  return {
    action,
    runs: () => runs,
    end: (answer: string) => end?.resolve(answer),
    fail: (error: Error) => end?.reject(error),
  };
}

/** The error of a promise that can fail before the test waits for it. */
const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const soon = () => new Promise((resolve) => setTimeout(resolve));

test('a failed action frees its slot, and its error goes to its own caller', async () => {
  const limit = new ConcurrencyLimit(1);
  const [first, second] = [anAction(), anAction()];
  const failed = errorOf(limit.run(first.action, notAborted));
  const answered = limit.run(second.action, notAborted);
  await soon();
  expect(second.runs()).toBe(0);
  first.fail(new Error('broken'));
  expect(await failed).toEqual(new Error('broken'));
  await soon();
  second.end('second');
  expect(await answered).toBe('second');
});

test('if the middle one of three waiting actions is aborted, the other two keep their order', async () => {
  const limit = new ConcurrencyLimit(1);
  const [running, ...waiting] = [anAction(), anAction(), anAction(), anAction()] as const;
  const leaving = new AbortController();
  void limit.run(running.action, notAborted);
  void limit.run(waiting[0].action, notAborted);
  const abortedRun = errorOf(limit.run(waiting[1].action, leaving.signal));
  void limit.run(waiting[2].action, notAborted);
  await soon();
  leaving.abort(new Error('left'));
  expect(await abortedRun).toEqual(new Error('left'));
  running.end('');
  await soon();
  expect(waiting.map(({ runs }) => runs())).toEqual([1, 0, 0]);
  waiting[0].end('');
  await soon();
  expect(waiting.map(({ runs }) => runs())).toEqual([1, 0, 1]);
});

test('if an action is aborted at the moment when it gets its slot, the next action gets the slot', async () => {
  const limit = new ConcurrencyLimit(1);
  const [running, aborted, next] = [anAction(), anAction(), anAction()];
  const leaving = new AbortController();
  const first = limit.run(running.action, notAborted);
  const abortedRun = errorOf(limit.run(aborted.action, leaving.signal));
  void limit.run(next.action, notAborted);
  await soon();
  running.end('');
  await first;
  leaving.abort(new Error('left'));
  expect(await abortedRun).toEqual(new Error('left'));
  await soon();
  expect([aborted.runs(), next.runs()]).toEqual([0, 1]);
});

test('an aborted signal takes no slot', async () => {
  const limit = new ConcurrencyLimit(1);
  const [running, next] = [anAction(), anAction()];
  const first = limit.run(running.action, notAborted);
  await expect(limit.run(anAction().action, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  void limit.run(next.action, notAborted);
  running.end('');
  await first;
  await soon();
  expect(next.runs()).toBe(1);
});
