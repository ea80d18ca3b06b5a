import { expect, test } from '@jest/globals';
import { addressees, news, newsSubject, readNews, type Addressee, type NewsKind } from './news.js';

const id = '7a4f2f4e-6f1e-4a52-9d5a-0b8f6c1f2e3d';

test.each(Object.keys(news) as NewsKind[])('%s names whom it is for', (kind) => {
  const [whom = ''] = kind.split('.');
  expect(news[kind].shape).toHaveProperty(addressees[whom as Addressee]);
});

test('news goes to a subject of whom it is for, and is read as what was told', () => {
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
])('what is %s is no news', (_, subject, body) => {
  expect(readNews(subject, body)).toBeUndefined();
});
