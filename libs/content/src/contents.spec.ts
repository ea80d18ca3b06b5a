import { describe, expect, test } from '@jest/globals';
import { type Page, pages } from '@sixpence/contracts/pages';
import type { Content } from './content.js';
import { contents } from './contents.js';
import { helpColumns } from './help-columns.js';
import { anchorsOf, linksOf } from './testing/links.js';
import { linesOf } from './plain-text.js';

const byPath = new Map<string, Content>(contents.map((content) => [content.path, content]));
const articles = (pages as readonly Page[]).filter(({ area }) => area === 'article');

test('no two contents have the same path', () => {
  expect(byPath.size).toBe(contents.length);
});

test('each article is in one column of the Help Center', () => {
  const listed: string[] = helpColumns.flatMap(({ articles: inColumn }) => [...inColumn]);
  expect(listed.toSorted()).toEqual(articles.map(({ path }) => path).toSorted());
});

describe.each(contents)('$path', (content) => {
  test('links only to anchors that exist', () => {
    const broken = linksOf(content).filter(({ to, anchor }) => {
      const target = byPath.get(to);
      return anchor !== undefined && !(target && anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test('has no duplicate and no malformed anchor', () => {
    const anchors = anchorsOf(content);
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
    for (const anchor of anchors) expect(anchor).toMatch(/^[a-z][a-z0-9-]*$/);
  });

  test('does not link to itself', () => {
    expect(linksOf(content).filter(({ to, anchor }) => to === content.path && anchor === undefined)).toEqual(
      [],
    );
  });

  test('has a valid date, no formatting errors, and spells e-mail with a hyphen', () => {
    expect(new Date(content.changed).toISOString().slice(0, 10)).toBe(content.changed);
    const text = linesOf(content.blocks).join('\n');
    expect(text).not.toMatch(/undefined|\$\{| {2}| \.| ,|\bemail\b|!(?! Payment)/);
  });
});
