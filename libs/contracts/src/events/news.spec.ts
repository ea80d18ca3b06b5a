import { expect, test } from '@jest/globals';
import { addressees, news, newsSubject, readNews, type Addressee, type NewsKind } from './news.js';

const id = '7a4f2f4e-6f1e-4a52-9d5a-0b8f6c1f2e3d';

test.each(Object.keys(news) as NewsKind[])('%s contains the id of its addressee', (kind) => {
  const [whom = ''] = kind.split('.');
  expect(news[kind].shape).toHaveProperty(addressees[whom as Addressee]);
});

test('news has a subject with its addressee, and is read back unchanged', () => {
  const body = { ownerId: id, documentId: id };
  const subject = newsSubject('person.document', body);
  expect(subject).toBe(`news.person.${id}.document`);
  expect(readNews(subject, body)).toEqual({ kind: 'person.document', body });
});

test.each([
  ['of a kind that nobody knows', `news.person.${id}.weather`, { ownerId: id }],
  ['named like a property of all objects', 'news.constructor.x.name', { ownerId: id }],
  ['whose body is another', `news.person.${id}.document`, { ownerId: id }],
  ['without a body', `news.person.${id}.document`, undefined],
  ['under another subject', 'print.document.deleted', { ownerId: id, documentId: id }],
])('news %s is ignored', (_, subject, body) => {
  expect(readNews(subject, body)).toBeUndefined();
});
