import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { answerCalls } from '../../../lib/testing/answered-calls.js';
import type { ChosenPages, PagedDocument } from './shown-pages.js';
import { useOpenPages } from './use-open-pages.js';

const realFetch = globalThis.fetch;

beforeEach(() => {
  answerCalls({ '/validate-session': { status: 200, body: { valid: true } } });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const aDocument = (
  orderId: string,
  totalPages: number,
  more: Partial<PagedDocument> = {},
): PagedDocument => ({
  orderId,
  totalPages,
  revision: 1,
  pagePreviews: Array.from({ length: totalPages }, (_, index) => `/${orderId}/${index + 1}`),
  ...more,
});
const [essay, thesis] = [aDocument('essay', 2), aDocument('thesis', 3)];

function onPage(keepOnly = jest.fn<(orderId: string, chosen: ChosenPages) => Promise<boolean>>()) {
  const { result } = renderHook(() => useOpenPages(keepOnly), { wrapper: MemoryRouter });
  const doing = (work: (pages: typeof result.current) => unknown) =>
    act(async () => await work(result.current));
  return { result, keepOnly, doing };
}

test('two open documents each keep their own ticks', async () => {
  const { result, doing } = onPage();
  await doing((pages) => pages.open(essay));
  await doing((pages) => pages.open(thesis));
  await doing((pages) => pages.toggle(thesis, 2));
  expect(result.current.selectionOf(essay)).toEqual([true, true]);
  expect(result.current.selectionOf(thesis)).toEqual([true, false, true]);
  await doing((pages) => pages.close(essay));
  expect(result.current.selectionOf(essay)).toBeUndefined();
  expect(result.current.selectionOf(thesis)).toEqual([true, false, true]);
});

test('closing all removes pages from one document after the other', async () => {
  const { result, keepOnly, doing } = onPage();
  keepOnly.mockResolvedValue(true);
  for (const document of [essay, thesis]) {
    await doing((pages) => pages.open(document));
    await doing((pages) => pages.toggle(document, 1));
  }
  expect(await doing((pages) => pages.closeAll())).toBe(true);
  expect(keepOnly.mock.calls).toEqual([
    ['essay', { pages: [2], putBack: [] }],
    ['thesis', { pages: [2, 3], putBack: [] }],
  ]);
  expect([essay, thesis].map((document) => result.current.selectionOf(document))).toEqual([
    undefined,
    undefined,
  ]);
});

test('closing all stops at the first document whose pages could not be taken out', async () => {
  const { result, keepOnly, doing } = onPage();
  keepOnly.mockResolvedValue(false);
  for (const document of [essay, thesis]) {
    await doing((pages) => pages.open(document));
    await doing((pages) => pages.toggle(document, 1));
  }
  expect(await doing((pages) => pages.closeAll())).toBe(false);
  expect(keepOnly.mock.calls.map(([orderId]) => orderId)).toEqual(['essay']);
  expect(result.current.selectionOf(thesis)).toEqual([false, true, true]);
});

test('closing a document with all its pages sends nothing, and succeeds', async () => {
  const { keepOnly, doing } = onPage();
  await doing((pages) => pages.open(essay));
  expect(await doing((pages) => pages.close(essay))).toBe(true);
  expect(keepOnly).not.toHaveBeenCalled();
});

const rest = { pages: [2, 3], printed: [1], leftOut: [] };
test.each([
  ['a new revision', aDocument('thesis', 3, { revision: 2 })],
  ['a change to fewer pages', aDocument('thesis', 2)],
  ['the print of some pages', aDocument('thesis', 3, { rest })],
])('after %s the pages of an open document are closed', async (_, now) => {
  const { result, doing } = onPage();
  await doing((pages) => pages.open(thesis));
  expect(result.current.selectionOf(now)).toBeUndefined();
});

test('when the preparation of the remaining pages fails, the open pages are closed', async () => {
  const { result, doing } = onPage();
  const before = aDocument('thesis', 3, { rest });
  await doing((pages) => pages.open(before));
  expect(result.current.selectionOf(before)).toBeDefined();
  expect(result.current.selectionOf({ ...before, rest: { ...rest, failed: true } })).toBeUndefined();
});

test('a page number that does not exist is ignored, and if all are, nothing changes', async () => {
  const { result, doing } = onPage();
  await doing((pages) => pages.open(thesis));
  await doing((pages) => pages.only(thesis, [3, 9]));
  expect(result.current.selectionOf(thesis)).toEqual([false, false, true]);
  await doing((pages) => pages.only(thesis, [9]));
  expect(result.current.selectionOf(thesis)).toEqual([false, false, true]);
});
