import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limits } from './limits.js';
import { Spool } from './spool.js';

let within: string;
/** Names of the removed mails, in order. */
let gone: string[];
beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'spool-'));
  gone = [];
});
afterEach(() => rmSync(within, { recursive: true, force: true }));

function mailIn(spool: Spool, network: string, name: string, share: number) {
  const mail = spool.addMail(network, () => gone.push(name));
  mail.grow(limits.spoolBytes * share);
  return mail;
}

test('a folder that could not be made does not reserve room', () => {
  const spool = new Spool(within);
  const folder = join(within, readdirSync(within)[0]!);
  rmSync(folder, { recursive: true });
  expect(() => spool.addMail('192.0.2.1', () => gone.push('first'))).toThrow('ENOENT');
  mkdirSync(folder);
  mailIn(spool, '192.0.2.1', 'second', 1);
  expect(gone).toEqual([]);
});

test('when the spool is full, the largest mail of the largest network is removed', () => {
  const spool = new Spool(within);
  mailIn(spool, '192.0.2.1', 'large one of many', 0.3);
  mailIn(spool, '192.0.2.1', 'small one of many', 0.2);
  mailIn(spool, '198.51.100.1', 'larger one, alone', 0.4);
  mailIn(spool, '198.51.100.2', 'honest', 0.2);
  expect(gone).toEqual(['large one of many']);
});

test('received mails without a proven sender are removed for an arriving one', () => {
  const spool = new Spool(within);
  for (const network of ['192.0.2.1', '192.0.2.2']) mailIn(spool, network, `of ${network}`, 0.5).hasCome();
  mailIn(spool, '198.51.100.1', 'honest', 0.1);
  expect(gone).toEqual(['of 192.0.2.1']);
});

test('within a network an arriving mail is removed before a larger received one', () => {
  const spool = new Spool(within);
  mailIn(spool, '192.0.2.1', 'come', 0.6).hasCome();
  mailIn(spool, '192.0.2.1', 'coming', 0.5);
  expect(gone).toEqual(['coming']);
});

test('a mail of a proven sender stays', async () => {
  const spool = new Spool(within);
  const come = mailIn(spool, '192.0.2.1', 'come', 0.9);
  come.isProven();
  mailIn(spool, '198.51.100.1', 'coming', 0.2);
  expect(gone).toEqual(['coming']);
  await come.free();
  mailIn(spool, '198.51.100.1', 'coming again', 1);
  expect(gone).toEqual(['coming']);
});

test('pieces of one mail add up, and as many mails are removed as the spool needs', () => {
  const spool = new Spool(within);
  const first = mailIn(spool, '192.0.2.1', 'first', 0.2);
  first.grow(limits.spoolBytes * 0.2);
  mailIn(spool, '192.0.2.2', 'second', 0.3);
  mailIn(spool, '198.51.100.1', 'large', 0.3).isProven();
  expect(gone).toEqual([]);
  const growing = mailIn(spool, '198.51.100.3', 'growing', 0);
  growing.isProven();
  growing.grow(limits.spoolBytes * 0.7);
  expect(gone).toEqual(['first', 'second']);
});

test('proven mails stay, even when they alone exceed the spool', () => {
  const spool = new Spool(within);
  const mails = ['one', 'other'].map((name) => mailIn(spool, '192.0.2.1', name, 0));
  for (const mail of mails) {
    mail.isProven();
    mail.grow(limits.spoolBytes);
  }
  expect(gone).toEqual([]);
});

test('a new spool removes the folders of ended processes, and no others', () => {
  const ended = `sixpence-intake-${2 ** 22 + 1}-a`;
  const others = [`sixpence-intake-${process.pid}-a`, 'sixpence-intake-a', `a-${ended}`];
  for (const name of [ended, ...others]) mkdirSync(join(within, name, 'mail'), { recursive: true });
  const spool = new Spool(within);
  const left = () => readdirSync(within).filter((name) => !others.includes(name));
  expect(left()).toEqual([expect.stringMatching(new RegExp(`^sixpence-intake-${process.pid}-`))]);
  spool.close();
  expect(left()).toEqual([]);
  expect(readdirSync(within)).toHaveLength(others.length);
});

test('no other user of the machine can read the folder of a mail', () => {
  const { folder, file } = mailIn(new Spool(within), '192.0.2.1', 'mail', 0);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(file).toBe(join(folder, 'mail'));
});
