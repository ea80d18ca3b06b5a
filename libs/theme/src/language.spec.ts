import { afterEach, expect, test } from '@jest/globals';
import { money } from '@sixpence/money/money';
import { addWords, inLanguage, language, languageIn, locale, speak } from './language.js';
import { formatMoney } from './money-words.js';

const words = inLanguage('greetings', {
  hello: 'Hello',
  to: (name: string) => `Hello, ${name}`,
  all: ['one', 'two'],
});
const count = inLanguage('count', (number: number): string => `${number} pages`);

afterEach(() => speak('en', {}));

test('words are English until another language is chosen, and are read anew each time', () => {
  expect([words.hello, words.to('Anna'), [...words.all], count(2), language()]).toEqual([
    'Hello',
    'Hello, Anna',
    ['one', 'two'],
    '2 pages',
    'en',
  ]);
  const greetings = { hello: 'Hallo', to: (name: string) => `Hallo, ${name}`, all: ['eins', 'zwei'] };
  speak('de', { greetings, count: (number: number) => `${number} Seiten` });
  expect([words.hello, words.to('Anna'), [...words.all], count(2), language(), locale()]).toEqual([
    'Hallo',
    'Hallo, Anna',
    ['eins', 'zwei'],
    '2 Seiten',
    'de',
    'de-DE',
  ]);
  expect({ ...words }).toMatchObject({ hello: 'Hallo' });
});

test('the words of a page may be added before its code or after it, and do not change other words', () => {
  speak('de', { count: (number: number) => `${number} Seiten` });
  addWords({ laterPage: { title: 'Später' }, greetings: { hello: 'Hallo' } });
  const later = inLanguage('laterPage', { title: 'Later', only: 'English' });
  const before = inLanguage('earlierPage', { title: 'Earlier' });
  addWords({ earlierPage: { title: 'Früher' } });
  expect([words.hello, count(2), { ...later }, { ...before }]).toEqual([
    'Hallo',
    '2 Seiten',
    { title: 'Später', only: 'English' },
    { title: 'Früher' },
  ]);
  speak('en', {});
  expect([words.hello, count(2), later.title, before.title]).toEqual([
    'Hello',
    '2 pages',
    'Later',
    'Earlier',
  ]);
});

test('a translation does not change the table of English words', () => {
  const table = { hello: 'Hello' };
  const shown = inLanguage('ofTable', table);
  speak('de', { ofTable: { hello: 'Hallo' } });
  expect([table, { ...shown }]).toEqual([{ hello: 'Hello' }, { hello: 'Hallo' }]);
});

test('words missing in a language are English', () => {
  speak('de', {});
  expect([words.hello, count(1)]).toEqual(['Hello', '1 pages']);
});

test('amounts have the format of the language', () => {
  const amounts = [money(60, 'GBP'), money(123456, 'EUR')];
  expect(amounts.map(formatMoney)).toEqual(['£0.60', '€1234.56']);
  speak('de', {});
  expect(amounts.map((amount) => formatMoney(amount).replace(/\s/g, ' '))).toEqual(['0,60 £', '1.234,56 €']);
});

test.each([
  ['de', 'de'],
  ['en', 'en'],
  ['fr', undefined],
  ['toString', undefined],
  [null, undefined],
])('a stored language of %s is read as %s', (stored, known) => {
  expect(languageIn(stored)).toBe(known);
});
