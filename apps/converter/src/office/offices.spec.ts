import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { pino } from 'pino';
import { Bounds } from '../fenced-process/bounds.js';
import { FencedProcess } from '../fenced-process/fenced-process.js';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import { NoOffice } from './no-office.js';
import { officeMessage } from './office-program.js';
import { Offices } from './offices.js';

const logger = pino({ level: 'silent' });

/** A place in the lanes whose signals never abort. */
const untouchedPlace = {
  behind: new AbortController().signal,
  last: new AbortController().signal,
  lost: new AbortController().signal,
};

/** A stand-in for the worker of LibreOffice: it evaluates the text of each document. */
const standIn = `
  const fs = require('node:fs');
  const say = (type, text = '', more = {}) => {
    const header = Buffer.from(JSON.stringify({ type, ...more }));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(header.length, 0);
    lengths.writeUInt32BE(text.length, 4);
    fs.writeSync(3, Buffer.concat([lengths, header, Buffer.from(text)]));
  };
  const take = (count) => {
    const bytes = Buffer.alloc(count);
    for (let at = 0; at < count;) {
      const got = fs.readSync(0, bytes, at, count - at);
      if (got === 0) process.exit(0);
      at += got;
    }
    return bytes;
  };
  say('ready');
  for (;;) {
    const lengths = take(8);
    take(lengths.readUInt32BE(0));
    eval(take(lengths.readUInt32BE(4)).toString());
  }
`;

let offices: Offices | undefined;
afterEach(() => offices?.close());

function openStandIns(restMs?: number): Offices {
  const start = () =>
    FencedProcess.start({
      fenceCommand: () => [],
      program: [process.execPath, '-e', standIn],
      environment: () => ({}),
      messageSchema: officeMessage,
      answerBytes: { all: 1e6, each: 1e6 },
      yields: false,
      logger,
    });
  return (offices = new Offices(start, logger, restMs));
}

async function convert(
  ownerId: string,
  document: string,
  changedLimits = {},
  lost = untouchedPlace.lost,
): Promise<string> {
  const bounds = new Bounds({ ...limits, ...changedLimits }, logger, { ...untouchedPlace, lost });
  try {
    const circumstances = { ownerId, fileName: 'essay.odt', bounds };
    const pdf = await offices?.convert('writer8', Buffer.from(document), circumstances);
    return String(pdf);
  } finally {
    bounds.end();
  }
}

/** Converts a document of this owner. Returns the pid of the process that opened the document. */
const pidThatOpensFor = (ownerId: string) => convert(ownerId, "say('pdf', String(process.pid))");

test('a LibreOffice that does not start is not blamed on the document', async () => {
  offices = await Offices.start({ soffice: '/bin/false', python: '/usr/bin/python3', logger });
  await expect(convert('anna', '')).rejects.toBeInstanceOf(NoOffice);
});

describe('a LibreOffice that has opened a document', () => {
  test('never opens a document of another user, in any order', async () => {
    openStandIns();
    const people = new Map<string, Set<string>>();
    for (const person of ['anna', 'anna', 'ben', 'anna', 'cleo', 'ben', 'anna', 'cleo', 'cleo', 'anna']) {
      const process = await pidThatOpensFor(person);
      people.set(process, (people.get(process) ?? new Set()).add(person));
    }
    expect([...people.values()].map((opened) => opened.size)).toEqual([...people.values()].map(() => 1));
  });

  test('is reused for the next document of the same user, also after a document of another user', async () => {
    openStandIns();
    const first = await pidThatOpensFor('anna');
    expect(await pidThatOpensFor('anna')).toBe(first);
    const other = await pidThatOpensFor('ben');
    expect(await pidThatOpensFor('anna')).toBe(first);
    expect(await pidThatOpensFor('ben')).toBe(other);
  });

  test('ends after documents of two other users have been opened', async () => {
    openStandIns();
    const pid = Number(await pidThatOpensFor('anna'));
    await pidThatOpensFor('ben');
    expect(isAlive(pid)).toBe(true);
    await pidThatOpensFor('cleo');
    expect(isAlive(pid)).toBe(false);
  });
});

describe('the LibreOffices of several users', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sixpence-offices-'));
    openStandIns();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** The text of a document that finishes only when the documents of all these names are open. */
  const waitingForAll = (name: string, all: readonly string[]) => `
    fs.writeFileSync('${folder}/${name}', '');
    while (!${JSON.stringify(all)}.every((other) => fs.existsSync('${folder}/' + other)));
    say('pdf', String(process.pid));
  `;

  test('open documents of three users at the same time, and none is ended to make room for another', async () => {
    const people = ['anna', 'ben', 'cleo'];
    const opened = await Promise.all(people.map((person) => convert(person, waitingForAll(person, people))));
    expect(new Set(opened).size).toBe(3);
  });

  test('do not end while a document is open, even when their idle time would be over', async () => {
    await offices?.close();
    openStandIns(300);
    await pidThatOpensFor('anna');
    const openings = join(folder, 'openings');
    const longer = `fs.appendFileSync('${openings}', '.'); const until = Date.now() + 900; while (Date.now() < until); say('pdf');`;
    await convert('anna', longer);
    expect(await readFile(openings, 'utf8')).toBe('.');
  });

  test('open one document of a user at a time, in order', async () => {
    const order = join(folder, 'order');
    const write = (text: string) => `fs.appendFileSync('${order}', '${text}');`;
    const slow = `${write('(')} const until = Date.now() + 300; while (Date.now() < until); ${write(')')} say('pdf');`;
    await Promise.all([convert('anna', slow), convert('anna', slow), convert('anna', slow)]);
    expect(await readFile(order, 'utf8')).toBe('()()()');
  });

  test('are kept for at most two users when no document is open', async () => {
    const people = ['anna', 'ben', 'cleo'];
    const opened = await Promise.all(people.map((person) => convert(person, waitingForAll(person, people))));
    await until(() => opened.filter((pid) => isAlive(Number(pid))).length <= 2);
    const kept = people.filter((_, index) => isAlive(Number(opened[index])));
    // Only the two kept users convert again, because a third user would end one of the two LibreOffices.
    const later = [await pidThatOpensFor(kept[0]!), await pidThatOpensFor(kept[1]!)];
    expect(later.filter((pid) => opened.includes(pid))).toHaveLength(2);
  });
});

describe('a LibreOffice that answers', () => {
  test.each([
    [
      'with a reason fails the document with that reason',
      "say('failed', '', { reason: 'too-many-pages' });",
      'too-many-pages',
    ],
    ['with another message fails the document as damaged', "say('ready');", 'damaged'],
  ])('%s, and opens the next document', async (_, document, reason) => {
    openStandIns();
    const first = await pidThatOpensFor('anna');
    await expect(convert('anna', document)).rejects.toMatchObject({ name: 'Unconvertible', reason });
    expect(await pidThatOpensFor('anna')).toBe(first);
  });

  test.each(["fs.writeSync(3, 'garbage and so on');", "say('nonsense');"])(
    'with bytes that are no expected message (%s) is ended, and another LibreOffice opens the next document',
    async (document) => {
      openStandIns();
      const first = await pidThatOpensFor('anna');
      await expect(convert('anna', `${document} for (;;);`)).rejects.toThrow();
      await until(() => !isAlive(Number(first)));
      expect(await pidThatOpensFor('anna')).not.toBe(first);
    },
  );
});

test('a document whose time is over is not opened, and its owner keeps the LibreOffice', async () => {
  openStandIns();
  const first = await pidThatOpensFor('anna');
  const reason = new Unconvertible('timeout');
  const opened = convert('anna', "say('pdf');", {}, AbortSignal.abort(reason));
  await expect(opened).rejects.toBe(reason);
  expect(await pidThatOpensFor('anna')).toBe(first);
});

test('a LibreOffice keeps running when the place of a finished document is lost', async () => {
  const opened = openStandIns();
  const lost = new AbortController();
  const bounds = new Bounds(limits, logger, { ...untouchedPlace, lost: lost.signal });
  const document = Buffer.from("say('pdf', String(process.pid))");
  const first = await opened.convert('writer8', document, { ownerId: 'anna', fileName: 'essay.odt', bounds });
  lost.abort(new Error('the place is lost'));
  expect(await pidThatOpensFor('anna')).toBe(String(first));
  bounds.end();
});

test('close() waits for open documents, then ends every LibreOffice', async () => {
  openStandIns();
  const slow = 'const until = Date.now() + 300; while (Date.now() < until);';
  const opened = convert('anna', `${slow} say('pdf', String(process.pid));`);
  await offices?.close();
  const pid = Number(await opened);
  expect([pid > 0, isAlive(pid)]).toEqual([true, false]);
});

test('a LibreOffice that is idle for a while ends, and its owner gets another', async () => {
  openStandIns(100);
  const first = await pidThatOpensFor('anna');
  await until(() => !isAlive(Number(first)));
  expect(await pidThatOpensFor('anna')).not.toBe(first);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a LibreOffice that ends without an answer', () => {
  let folder: string;
  let tries: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sixpence-offices-'));
    tries = join(folder, 'tries');
    openStandIns();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /**
   * The text of a document that records each try. The first try runs `first`, every later try runs `later`.
   */
  const document = (first: string, later = first) => `
    fs.appendFileSync('${tries}', 'I');
    if (fs.readFileSync('${tries}', 'utf8') === 'I') { ${first} } else { ${later} }
  `;
  const triesMade = () => readFile(tries, 'utf8');

  test('is replaced, and the document is tried again', async () => {
    const first = await pidThatOpensFor('anna');
    const opened = await convert('anna', document('process.exit(1);', "say('pdf', String(process.pid));"));
    expect(Number(opened)).toBeGreaterThan(0);
    expect(opened).not.toBe(first);
    expect(await pidThatOpensFor('anna')).toBe(opened);
  });

  test('twice: the document is damaged, and the next document is served', async () => {
    await expect(convert('anna', document('process.exit(1);'))).rejects.toMatchObject({ reason: 'damaged' });
    expect(await triesMade()).toBe('II');
    expect(Number(await pidThatOpensFor('anna'))).toBeGreaterThan(0);
  });

  test('twice, because it was killed for lack of memory: the document is too large', async () => {
    const opened = convert('anna', document("process.kill(process.pid, 'SIGKILL');"));
    await expect(opened).rejects.toMatchObject({ reason: 'too-large' });
    expect(await triesMade()).toBe('II');
  });

  test('twice, because it aborted with little memory in use: the document is damaged', async () => {
    const opened = convert('anna', document("process.kill(process.pid, 'SIGABRT');"));
    await expect(opened).rejects.toMatchObject({ reason: 'damaged' });
    expect(await triesMade()).toBe('II');
  });

  test('because it aborted with much memory in use: the document is too large', async () => {
    const heavy = `globalThis.held = Buffer.alloc(4e8, 1);
      const measuredBy = Date.now() + 1_000;
      while (Date.now() < measuredBy);
      process.kill(process.pid, 'SIGABRT');`;
    const opened = convert('anna', document(heavy), { memoryBytes: 700e6 });
    await expect(opened).rejects.toMatchObject({ reason: 'too-large' });
  });

  test('because of a timeout: the document is not tried again', async () => {
    const time = new AbortController();
    const opened = convert('anna', document('for (;;);'), {}, time.signal);
    opened.catch(() => undefined);
    // The file exists before its first word is written.
    await until(async () => (await triesMade().catch(() => '')) !== '');
    time.abort(new Unconvertible('timeout'));
    await expect(opened).rejects.toMatchObject({ reason: 'timeout' });
    expect(await triesMade()).toBe('I');
    expect(Number(await pidThatOpensFor('anna'))).toBeGreaterThan(0);
  });

  test('because it used too much memory: the document is not tried again', async () => {
    const opened = convert('anna', document('globalThis.held = Buffer.alloc(4e8, 1); for (;;);'), {
      memoryBytes: 300e6,
    });
    await expect(opened).rejects.toMatchObject({ reason: 'too-large' });
    expect(await triesMade()).toBe('I');
    expect(Number(await pidThatOpensFor('anna'))).toBeGreaterThan(0);
  });
});
