import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useDocumentOrder, useKeptOrder } from './use-document-order.js';

const key = 'sixpence.document-order';
beforeEach(() => sessionStorage.setItem(key, 'b a'));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('a list that has not been loaded keeps the stored order', () => {
  const { rerender } = renderHook(({ shown, loaded }) => useKeptOrder(shown, loaded), {
    initialProps: { shown: [] as string[], loaded: false },
  });
  expect(sessionStorage.getItem(key)).toBe('b a');
  rerender({ shown: ['c', 'b', 'a'], loaded: true });
  expect(sessionStorage.getItem(key)).toBe('c b a');
});

test('the stored order is the first one; new rows come on top, and a row keeps its position when its id changes', () => {
  const { result } = renderHook(() => useDocumentOrder());
  expect(result.current.ids).toEqual(['b', 'a']);
  act(() => result.current.putOnTop(['upload-1', 'upload-2'], ['b', 'a']));
  act(() => result.current.replaceId('upload-2', 'c'));
  expect(result.current.ids).toEqual(['upload-1', 'c', 'b', 'a']);
  act(() => result.current.move('a', 1, result.current.ids));
  expect(result.current.ids).toEqual(['upload-1', 'a', 'c', 'b']);
});
