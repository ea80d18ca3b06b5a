import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { pino } from 'pino';
import { Spares } from './spares.js';

/** A spare that lives until it is ended or dies. */
class Standing {
  isGone = false;
  isEnded = false;
  die = () => undefined as unknown;
  readonly gone = new Promise<void>((resolve) => {
    this.die = () => {
      this.isGone = true;
      resolve();
    };
  });

  end(): Promise<void> {
    this.isEnded = true;
    this.die();
    return Promise.resolve();
  }
}

let started: Standing[] = [];
let spares: Spares<Standing> | undefined;
afterEach(async () => {
  await spares?.end();
  started = [];
});

function start(): Promise<Standing> {
  const one = new Standing();
  started.push(one);
  return Promise.resolve(one);
}

const open = (count: number, startOne: (wanted: AbortSignal) => Promise<Standing> = start) =>
  (spares = new Spares(startOne, count, pino({ level: 'silent' }), 1));

const untilStarted = (count: number) => until(() => started.length >= count);

test('a spare starts at a low weight until it is taken, even if it is still starting', async () => {
  const asked: AbortSignal[] = [];
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const standing = open(2, (wanted) => {
    asked.push(wanted);
    return slow.then(start);
  });
  await until(() => asked.length === 1);
  expect(asked[0]?.aborted).toBe(false);
  const taking = standing.takeProcess();
  expect(asked[0]?.aborted).toBe(true);
  release();
  await taking;
  await until(() => asked.length === 2);
  expect(asked[1]?.aborted).toBe(false);
});

test('a spare that starts on demand starts at full weight', async () => {
  const asked: AbortSignal[] = [];
  const standing = open(0, (wanted) => {
    asked.push(wanted);
    return start();
  });
  await standing.takeProcess();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a spare that dies while waiting is replaced', async () => {
  const standing = open(2);
  await untilStarted(2);
  started[0]?.die();
  await untilStarted(3);
  expect(started[0]?.isEnded).toBe(true);
  const taken = [await standing.takeProcess(), await standing.takeProcess()];
  expect(taken).toEqual([started[1], started[2]]);
});

test('a spare that dies at the moment it is taken is not given to a document', async () => {
  const standing = open(1);
  await untilStarted(1);
  const taking = standing.takeProcess();
  started[0]?.die();
  const taken = await taking;
  expect(taken).not.toBe(started[0]);
  expect(taken.isGone).toBe(false);
});

test('while other spares wait, a taken spare is replaced only after it has ended', async () => {
  const standing = open(2);
  await untilStarted(2);
  const taken = await standing.takeProcess();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started).toHaveLength(2);
  taken.die();
  await untilStarted(3);
});

test('a taken spare that dies is not replaced twice', async () => {
  const standing = open(1);
  const taken = await standing.takeProcess();
  await untilStarted(2);
  taken.die();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started).toHaveLength(2);
});

test('a spare that dies is replaced only after a pause, and none is replaced after the end', async () => {
  spares = new Spares(start, 1, pino({ level: 'silent' }), 60_000);
  await untilStarted(1);
  started[0]?.die();
  await until(() => started[0]?.isEnded === true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started).toHaveLength(1);
  await spares.end();
});

test('a spare that has died is ended, so that its folder is removed, when it is taken', async () => {
  const standing = open(1);
  await untilStarted(1);
  const taking = standing.takeProcess();
  started[0]?.die();
  await taking;
  expect(started[0]?.isEnded).toBe(true);
});

describe('the log', () => {
  function logging(startOne: () => Promise<Standing>) {
    const lines: { level: number; msg: string; err?: unknown }[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
    spares = new Spares(startOne, 1, logger, 1);
    return { lines, standing: spares };
  }

  test('has an error when a spare cannot be started', async () => {
    const { lines } = logging(() => Promise.reject(new Error('no process')));
    await until(() => lines.length > 0);
    expect(lines).toMatchObject([
      { level: 50, err: { message: 'no process' }, msg: 'a process behind the fence cannot be started' },
    ]);
  });

  test('has a warning for a spare that has died, and none for a spare that was taken or ended', async () => {
    const { lines, standing } = logging(start);
    (await standing.takeProcess()).die();
    await untilStarted(2);
    await new Promise(setImmediate);
    expect(lines).toEqual([]);
    started[1]?.die();
    await untilStarted(3);
    await standing.end();
    expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining('has ended, and is replaced') }]);
  });

  test('has an error when a dead spare cannot be ended', async () => {
    const { lines } = logging(async () => {
      const one = await start();
      if (started.length === 1) one.end = () => Promise.reject(new Error('no folder'));
      return one;
    });
    await untilStarted(1);
    started[0]?.die();
    await until(() => lines.length > 1);
    expect(lines[1]).toMatchObject({ level: 50, err: { message: 'no folder' } });
  });
});

test('after the end no spare starts or waits', async () => {
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const asked: AbortSignal[] = [];
  const standing = open(3, (wanted) => {
    asked.push(wanted);
    return slow.then(start);
  });
  await until(() => asked.length === 1);
  const ended = standing.end();
  expect(asked[0]?.aborted).toBe(true);
  release();
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started.length).toBeLessThanOrEqual(1);
  expect(started.every(({ isEnded }) => isEnded)).toBe(true);
});
