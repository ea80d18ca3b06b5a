import { expect, test } from '@jest/globals';
import {
  addressees,
  allNewsFor,
  news,
  newsSubject,
  readNews,
  replaceableStateKey,
  type Addressee,
  type LiveNews,
  type NewsKind,
} from './news.js';

const id = '7a4f2f4e-6f1e-4a52-9d5a-0b8f6c1f2e3d';

test.each(Object.keys(news) as NewsKind[])('the news %s contains the id of its addressee', (kind) => {
  const [addressee = ''] = kind.split('.');
  expect(news[kind].shape).toHaveProperty(addressees[addressee as Addressee]);
});

test('news has a subject with its addressee, and is read back unchanged', () => {
  const body = { ownerId: id, documentId: id };
  const subject = newsSubject('person.document', body);
  expect(subject).toBe(`news.person.${id}.document`);
  expect(readNews(subject, body)).toEqual({ kind: 'person.document', body });
});

test('the pattern of all news for an addressee is a subject with a wildcard as its last word', () => {
  expect(allNewsFor('box', id)).toBe(`news.box.${id}.*`);
  expect(newsSubject('box.revoked', { agentId: id })).toBe(`news.box.${id}.revoked`);
});

test('only messages about a job, a balance, or a recovered printer have a key, by which a later one replaces an earlier one', () => {
  const messages = [
    { type: 'job', job: { id: 'j' } },
    { type: 'balance', available: { minor: 1, currency: 'EUR' } },
    { type: 'printer-back', printerId: 'p' },
    { type: 'document', document: { orderId: 'd' } },
    { type: 'document-gone', orderId: 'd' },
    { type: 'code-used', printer: 'Hall' },
    { type: 'printer', printer: { id: 'p' } },
    { type: 'missed' },
  ] as LiveNews[];
  expect(messages.map(replaceableStateKey)).toEqual([
    'j',
    'EUR',
    'p',
    ...Array<undefined>(5).fill(undefined),
  ]);
});

test.each([
  ['of an unknown kind', `news.person.${id}.weather`, { ownerId: id }],
  ['named like a property of all objects', 'news.constructor.x.name', { ownerId: id }],
  ['with the body of another kind', `news.person.${id}.document`, { ownerId: id }],
  ['without a body', `news.person.${id}.document`, undefined],
  ['under another subject', 'print.document.deleted', { ownerId: id, documentId: id }],
])('news %s is ignored', (_, subject, body) => {
  expect(readNews(subject, body)).toBeUndefined();
});
