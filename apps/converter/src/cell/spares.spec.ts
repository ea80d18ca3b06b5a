import { afterEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { Spares } from './spares.js';

jest.setTimeout(30_000);

/** Something that stands by until somebody or something ends it. */
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

const open = (count: number, startOne = start) =>
  (spares = new Spares(startOne, count, pino({ level: 'silent' }), 1));

async function untilStarted(count: number): Promise<void> {
  while (started.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('one that dies while it stands by is replaced before anybody comes', async () => {
  const standing = open(2);
  await untilStarted(2);
  started[0]?.die();
  await untilStarted(3);
  expect(started[0]?.isEnded).toBe(true);
  const taken = [await standing.take(), await standing.take()];
  expect(taken).toEqual([started[1], started[2]]);
});

test('one that dies in the moment it is taken is not handed out', async () => {
  const standing = open(1);
  await untilStarted(1);
  const taking = standing.take();
  started[0]?.die();
  const taken = await taking;
  expect(taken).not.toBe(started[0]);
  expect(taken.isGone).toBe(false);
});

test('while others stand by, the next one starts when the one that was taken is gone', async () => {
  const standing = open(2);
  await untilStarted(2);
  const taken = await standing.take();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started).toHaveLength(2);
  taken.die();
  await untilStarted(3);
});

test('one that was taken is its taker’s to end: nobody replaces it twice', async () => {
  const standing = open(1);
  const taken = await standing.take();
  await untilStarted(2);
  taken.die();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started).toHaveLength(2);
});

test('after the end nothing starts any more, and nothing stands by', async () => {
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const standing = open(3, () => slow.then(start));
  const ended = standing.end();
  release();
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started.length).toBeLessThanOrEqual(1);
  expect(started.every(({ isEnded }) => isEnded)).toBe(true);
});
