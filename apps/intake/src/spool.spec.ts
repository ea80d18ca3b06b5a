import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limits } from './limits.js';
import { Spool } from './spool.js';

let within: string;
/** Names of the dropped mails, in order. */
let dropped: string[];
beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'spool-'));
  dropped = [];
});
afterEach(() => rmSync(within, { recursive: true, force: true }));

function mailIn(spool: Spool, network: string, name: string, share: number) {
  const mail = spool.addMail(network, () => dropped.push(name));
  mail.grow(limits.spoolBytes * share);
  return mail;
}

test('a mail whose folder could not be made uses no bytes of the spool', () => {
  const spool = new Spool(within);
  const folder = join(within, readdirSync(within)[0]!);
  rmSync(folder, { recursive: true });
  expect(() => spool.addMail('192.0.2.1', () => dropped.push('first'))).toThrow('ENOENT');
  mkdirSync(folder);
  mailIn(spool, '192.0.2.1', 'second', 1);
  expect(dropped).toEqual([]);
});

test('when the spool is full, the largest mail of the network with the most bytes is dropped', () => {
  const spool = new Spool(within);
  mailIn(spool, '192.0.2.1', 'large one of many', 0.3);
  mailIn(spool, '192.0.2.1', 'small one of many', 0.2);
  mailIn(spool, '198.51.100.1', 'larger one, alone', 0.4);
  mailIn(spool, '198.51.100.2', 'honest', 0.2);
  expect(dropped).toEqual(['large one of many']);
});

test('a received mail without a proven sender is dropped for an arriving one', () => {
  const spool = new Spool(within);
  for (const network of ['192.0.2.1', '192.0.2.2'])
    mailIn(spool, network, `of ${network}`, 0.5).markReceived();
  mailIn(spool, '198.51.100.1', 'honest', 0.1);
  expect(dropped).toEqual(['of 192.0.2.1']);
});

test('within a network an arriving mail is dropped before a larger received one', () => {
  const spool = new Spool(within);
  mailIn(spool, '192.0.2.1', 'received', 0.6).markReceived();
  mailIn(spool, '192.0.2.1', 'arriving', 0.5);
  expect(dropped).toEqual(['arriving']);
});

test('a mail of a proven sender stays', async () => {
  const spool = new Spool(within);
  const received = mailIn(spool, '192.0.2.1', 'received', 0.9);
  received.markProven();
  mailIn(spool, '198.51.100.1', 'arriving', 0.2);
  expect(dropped).toEqual(['arriving']);
  await received.free();
  mailIn(spool, '198.51.100.1', 'arriving again', 1);
  expect(dropped).toEqual(['arriving']);
});

test('the pieces of a mail add up, and mails are dropped until the others fit into the spool', () => {
  const spool = new Spool(within);
  const first = mailIn(spool, '192.0.2.1', 'first', 0.2);
  first.grow(limits.spoolBytes * 0.2);
  mailIn(spool, '192.0.2.2', 'second', 0.3);
  mailIn(spool, '198.51.100.1', 'large', 0.3).markProven();
  expect(dropped).toEqual([]);
  const growing = mailIn(spool, '198.51.100.3', 'growing', 0);
  growing.markProven();
  growing.grow(limits.spoolBytes * 0.7);
  expect(dropped).toEqual(['first', 'second']);
});

test('proven mails stay, even when they alone exceed the spool', () => {
  const spool = new Spool(within);
  const mails = ['one', 'other'].map((name) => mailIn(spool, '192.0.2.1', name, 0));
  for (const mail of mails) {
    mail.markProven();
    mail.grow(limits.spoolBytes);
  }
  expect(dropped).toEqual([]);
});

test('a new spool removes the folders of ended processes, and no others', () => {
  const ended = `sixpence-intake-${2 ** 22 + 1}-a`;
  const others = [`sixpence-intake-${process.pid}-a`, 'sixpence-intake-a', `a-${ended}`];
  for (const name of [ended, ...others]) mkdirSync(join(within, name, 'mail'), { recursive: true });
  const spool = new Spool(within);
  const remaining = () => readdirSync(within).filter((name) => !others.includes(name));
  expect(remaining()).toEqual([expect.stringMatching(new RegExp(`^sixpence-intake-${process.pid}-`))]);
  spool.close();
  expect(remaining()).toEqual([]);
  expect(readdirSync(within)).toHaveLength(others.length);
});

test('only the owner can read the folder of a mail', () => {
  const { folder, file } = mailIn(new Spool(within), '192.0.2.1', 'mail', 0);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(file).toBe(join(folder, 'mail'));
});
