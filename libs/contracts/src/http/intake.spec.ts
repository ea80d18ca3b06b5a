import { expect, test } from '@jest/globals';
import { documentLimits } from '../limits.js';
import { mailRequest, mostMailedDocuments, senderRequest } from './intake.js';

const document = { name: 'a.pdf', byteLength: 1 };
const notTaken = { name: 'a.zip', why: 'archive' };
const mail = { address: 'anna@example.com', digest: '0123456789abcdef'.repeat(4), documents: [document] };
const isAccepted = (more: object) => mailRequest.safeParse({ ...mail, ...more }).success;

test('a request with only the documents of a mail has no refused parts and no options', () => {
  expect(mailRequest.parse(mail)).toEqual({ ...mail, notTaken: [] });
});

test.each<[string, (count: number) => object, number]>([
  ['an address', (count) => ({ address: 'a'.repeat(count) }), 254],
  ['documents', (count) => ({ documents: Array(count).fill(document) }), mostMailedDocuments],
  ['a document', (count) => ({ documents: [{ ...document, byteLength: count }] }), documentLimits.fileBytes],
  ['an id', (count) => ({ messageId: 'a'.repeat(count) }), 998],
  ['refused parts', (count) => ({ notTaken: Array(count).fill(notTaken) }), 100],
  ['the name of a refused part', (count) => ({ notTaken: [{ ...notTaken, name: 'a'.repeat(count) }] }), 255],
])('%s of a mail may have its maximum size, and no more', (_what, more, most) => {
  expect([isAccepted(more(most)), isAccepted(more(most + 1))]).toEqual([true, false]);
});

test.each<[string, object]>([
  ['no document', { documents: [] }],
  ['a negative length', { documents: [{ ...document, byteLength: -1 }] }],
  ['a short digest', { digest: '0'.repeat(63) }],
  ['a long digest', { digest: '0'.repeat(65) }],
  ['a digest in capitals', { digest: 'A'.repeat(64) }],
  ['an unknown side', { side: '3-Sided' }],
  ['an unknown reason', { notTaken: [{ name: 'a', why: 'mood' }] }],
])('a mail with %s is refused', (_what, more) => {
  expect(isAccepted(more)).toBe(false);
});

test('the address of a sender has at most 254 characters', () => {
  const accepts = (length: number) => senderRequest.safeParse({ address: 'a'.repeat(length) }).success;
  expect([accepts(254), accepts(255)]).toEqual([true, false]);
});
