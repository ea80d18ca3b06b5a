import { afterEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Bounds } from '../fence/bounds.js';
import { Cell } from '../fence/cell.js';
import { limits } from '../limits.js';
import { NoOffice } from './no-office.js';
import { officeSaid } from './office-program.js';
import { Offices } from './offices.js';

const logger = pino({ level: 'silent' });

/** A stand-in that speaks as LibreOffice's worker does: to each document it does what its text says. */
const standIn = `
  const fs = require('node:fs');
  const say = (type, text = '') => {
    const header = Buffer.from(JSON.stringify({ type }));
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

function openStandIns(): Offices {
  const start = () =>
    Cell.start({
      enclosure: () => [],
      program: [process.execPath, '-e', standIn],
      environment: () => ({}),
      said: officeSaid,
      answerBytes: 1e6,
    });
  return (offices = new Offices(start, logger));
}

async function convert(ownerId: string, document: string, most = {}): Promise<string> {
  const bounds = new Bounds({ ...limits, ...most }, logger);
  try {
    const pdf = await offices?.convert({ type: 'office', filter: 'writer8' }, Buffer.from(document), {
      ownerId,
      bounds,
    });
    return String(pdf);
  } finally {
    bounds.end();
  }
}

/** Which process opened it. */
const whoOpens = (ownerId: string) => convert(ownerId, "say('pdf', String(process.pid))");

test('a LibreOffice that does not start is no fault of the document', async () => {
  offices = await Offices.open({ soffice: '/bin/false', python: '/usr/bin/python3', logger });
  await expect(convert('anna', '')).rejects.toBeInstanceOf(NoOffice);
});

describe('one that has opened a document', () => {
  test('never opens one of another person, however they follow each other', async () => {
    openStandIns();
    const people = new Map<string, Set<string>>();
    for (const person of ['anna', 'anna', 'ben', 'anna', 'cleo', 'ben', 'anna', 'cleo', 'cleo', 'anna']) {
      const process = await whoOpens(person);
      people.set(process, (people.get(process) ?? new Set()).add(person));
    }
    expect([...people.values()].map((opened) => opened.size)).toEqual([...people.values()].map(() => 1));
  });

  test('waits for the next one of the same person, past one of somebody else', async () => {
    openStandIns();
    const first = await whoOpens('anna');
    expect(await whoOpens('anna')).toBe(first);
    const other = await whoOpens('ben');
    expect(await whoOpens('anna')).toBe(first);
    expect(await whoOpens('ben')).toBe(other);
  });

  test('ends when two other people came after it', async () => {
    openStandIns();
    const pid = Number(await whoOpens('anna'));
    await whoOpens('ben');
    expect(() => process.kill(pid, 0)).not.toThrow();
    await whoOpens('cleo');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
