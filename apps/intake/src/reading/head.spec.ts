import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { limits } from '../limits.js';
import { headIn, headOf } from './head.js';

const from = 'From: anna@example.com\r\n';
const read = (head: string) => headOf(Buffer.from(`${head}\r\nText\r\n`));

test('a head has its unfolded fields and the start of the body', () => {
  expect(read(`${from}Subject : a\r\n b\r\nnot a field\r\n`)).toEqual({
    fields: [
      { key: 'from', line: 'From: anna@example.com' },
      { key: 'subject', line: 'Subject : a b' },
    ],
    bodyAt: 56,
  });
});

test('a field folded with a tab is one field', () => {
  expect(read(`${from}Subject: a\r\n\tb: c\r\n`)?.fields[1]).toEqual({
    key: 'subject',
    line: 'Subject: a\tb: c',
  });
});

// Each line is shorter than a field may be.
const line = `X: ${'a'.repeat(1_019)}\r\n`;
const longest = line.repeat(limits.headBytes / line.length);

test('a head without an end may have the maximum size, and no more', () => {
  expect(headOf(Buffer.from(longest))).toMatchObject({ bodyAt: limits.headBytes });
  expect(headOf(Buffer.from(`${longest}a`))).toBeUndefined();
});

test('a head with an end may have the maximum size, and no more, also when it is read from a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'head-'));
  const file = join(folder, 'mail');
  const bodyAt = limits.headBytes + 4;
  for (const [more, expected] of [
    ['aa', { bodyAt }],
    ['aaa', undefined],
  ] as const) {
    const mail = `${longest.slice(0, -2)}${more}\r\n\r\n${'body '.repeat(100)}`;
    const found = [headOf(Buffer.from(mail)), (writeFileSync(file, mail), await headIn(file))];
    if (expected) expect(found).toMatchObject([expected, expected]);
    else expect(found).toEqual([undefined, undefined]);
  }
  rmSync(folder, { recursive: true });
});

test.each([
  ['as many lines', (count: number) => `${from}X: a\r\n${' b\r\n'.repeat(count - 2)}`, limits.headLines],
  ['a field as long', (count: number) => `X: ${'a'.repeat(count - 3)}\r\n`, limits.fieldBytes],
  [
    'a folded field as long',
    (count: number) => `X: ${'a'.repeat(count - 1_003)}\r\n ${'a'.repeat(999)}\r\n`,
    limits.fieldBytes,
  ],
  ['as many signatures', (count: number) => 'DKIM-Signature: v=1\r\n'.repeat(count), limits.signatures],
])('a head may have %s as the limit allows, and no more', (_what, head, most) => {
  expect(read(head(most))).toBeDefined();
  expect(read(head(most + 1))).toBeUndefined();
});
