import { expect, test } from '@jest/globals';
import { isAutomatic } from './automatic.js';

const fieldsOf = (...lines: string[]) =>
  lines.map((line) => ({ key: line.slice(0, line.indexOf(':')).toLowerCase(), line }));

test('a bounce without a sender is automatic', () => {
  expect(isAutomatic('', [])).toBe(true);
});

test.each([
  'Auto-Submitted: auto-replied',
  'Auto-Submitted: auto-generated; reason=vacation',
  'Precedence: bulk',
  'Precedence: list',
  'List-Id: <friends.example.com>',
  'List-Unsubscribe: <https://example.com>',
  'Content-Type: multipart/report; report-type=delivery-status',
  'Precedence: Bulk',
  'Content-Type: Multipart/Report',
])('%s is automatic', (line) => {
  expect(isAutomatic('anna@example.com', fieldsOf(line))).toBe(true);
});

test.each([
  'Auto-Submitted: no',
  'Auto-Submitted: No; by=hand',
  'Precedence: first-class',
  'Content-Type: multipart/mixed; boundary=report',
])('%s is not automatic', (line) => {
  expect(isAutomatic('anna@example.com', fieldsOf(line))).toBe(false);
});

test.each([
  ['Auto-Submitted: no', 'Auto-Submitted: auto-replied'],
  ['Precedence: first-class', 'Precedence: junk'],
  ['Content-Type: text/plain', 'Content-Type: multipart/report'],
  ['Subject: hello', 'List-Post: <mailto:friends@example.com>'],
])('a mail with %s followed by %s is automatic', (first, second) => {
  expect(isAutomatic('anna@example.com', fieldsOf(first, second))).toBe(true);
});

test('a mail with more than fifty Received fields is automatic', () => {
  const receivedFields = (count: number) =>
    fieldsOf(...Array.from({ length: count }, () => 'Received: from a by b'));
  expect(isAutomatic('anna@example.com', receivedFields(50))).toBe(false);
  expect(isAutomatic('anna@example.com', receivedFields(51))).toBe(true);
});
