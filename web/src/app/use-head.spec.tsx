import { afterEach, expect, test } from '@jest/globals';
import { pageAt } from '@sixpence/contracts/pages';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useHead } from './use-head.js';
import { writeHead } from './write-head.js';

afterEach(cleanup);

const canonical = () => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;

test('a head that loads after the user left its page does not replace the head of the shown page', async () => {
  const [shown, left] = [pageAt('/terms')!, pageAt('/privacy')!];
  writeHead(shown);
  const { rerender } = renderHook(useHead, { initialProps: left });
  rerender(shown);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(canonical()).toMatch(/\/terms$/);
  rerender(left);
  await waitFor(() => expect(canonical()).toMatch(/\/privacy$/));
});
