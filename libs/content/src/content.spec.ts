import { expect, test } from '@jest/globals';
import type { Content } from './content.js';
import { anchorsOf, linksOf } from './testing/links.js';
import { linesOf } from './plain-text.js';
import { sectionsOf } from './sections.js';
import { cards, heading, list, note, paragraph, say, steps, strong, to } from './write.js';

/** A page with each kind of block. */
const page: Content = {
  path: '/how-to-top-up',
  changed: '2026-11-23',
  blocks: [
    paragraph`Press ${strong('PRINT')}, or read ${to('/terms')}.`,
    heading('first', 'First part'),
    steps({ one: say`Open ${to('/credits', 'your credits')}.`, two: say`Pay.` }),
    list(say`A list with ${to('/help', 'an answer', 'code')}`, say`and more`),
    { kind: 'picture', picture: 'code', caption: 'A code' },
    heading('second', 'Second part'),
    cards({ anchor: 'card', title: 'Retail', text: say`See ${to('/solutions')}` }),
    note`Hurry: ${to('/login')}`,
    { kind: 'link', to: '/signup', words: 'Go on' },
    { kind: 'seller' },
  ],
  seeAlso: ['/privacy', '/accessibility'],
};

test('a text consists of plain pieces, strong words, and links, without empty pieces', () => {
  expect(say`${strong('Now')} see ${to('/terms')}${to('/help', 'this', 'code')}`).toEqual([
    { strong: 'Now' },
    ' see ',
    { to: '/terms' },
    { to: '/help', words: 'this', anchor: 'code' },
  ]);
});

test('the lines of a page are its words without formatting', () => {
  expect(linesOf(page.blocks)).toEqual([
    'Press PRINT, or read Terms.',
    'First part',
    'Open your credits.',
    'Pay.',
    'A list with an answer',
    'and more',
    'A code',
    'Second part',
    'Retail',
    'See Solutions',
    'Hurry: Sign in',
    'Go on',
  ]);
});

test('the anchors of a page are its headings, steps, and cards', () => {
  expect(anchorsOf(page)).toEqual(['first', 'one', 'two', 'second', 'card']);
});

test('the links of a page are those in its texts, its buttons, and its related pages', () => {
  expect(linksOf(page)).toEqual([
    { to: '/terms' },
    { to: '/credits' },
    { to: '/help', anchor: 'code' },
    { to: '/solutions' },
    { to: '/login' },
    { to: '/signup' },
    { to: '/privacy' },
    { to: '/accessibility' },
  ]);
});

test('a section goes from one heading to the next, and the first may have no heading', () => {
  expect(sectionsOf(page)).toEqual([
    { text: 'Press PRINT, or read Terms.' },
    {
      heading: 'First part',
      anchor: 'first',
      text: 'Open your credits. Pay. A list with an answer and more A code',
    },
    { heading: 'Second part', anchor: 'second', text: 'Retail See Solutions Hurry: Sign in Go on' },
  ]);
  expect(sectionsOf({ ...page, blocks: page.blocks.slice(1, 2) })).toEqual([
    { heading: 'First part', anchor: 'first', text: '' },
  ]);
});
