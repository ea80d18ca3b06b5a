import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { takeSharedFiles } from './taken-shared-files.js';

/** The cache of the service worker, which jsdom lacks. */
let stored: Map<string, { headers: Headers; blob: () => Promise<Blob> }> | undefined;

beforeEach(() => {
  stored = new Map();
  const cache = {
    keys: () => Promise.resolve([...stored!.keys()]),
    match: (key: string) => Promise.resolve(stored!.get(key)),
    delete: (key: string) => Promise.resolve(stored!.delete(key)),
  };
  const caches = { has: () => Promise.resolve(stored !== undefined), open: () => Promise.resolve(cache) };
  Object.assign(window, { caches });
});
afterEach(() => {
  delete (window as { caches?: unknown }).caches;
});

function share(name: string, agoMs: number) {
  const headers = new Headers({
    'x-shared-at': String(Date.now() - agoMs),
    'x-file-name': encodeURIComponent(name),
  });
  const blob = () => Promise.resolve(new Blob(['bytes'], { type: 'image/jpeg' }));
  stored?.set(`/share/${stored.size}`, { headers, blob });
}

test('shared files are taken once, in their order, with their names and types', async () => {
  share('Größe 1.jpg', 0);
  share('two.jpg', 590_000);
  const files = await takeSharedFiles();
  expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
    ['Größe 1.jpg', 'image/jpeg', 5],
    ['two.jpg', 'image/jpeg', 5],
  ]);
  expect(await takeSharedFiles()).toEqual([]);
});

test('files that were shared more than ten minutes ago are removed and not taken', async () => {
  share('old.jpg', 600_001);
  share('new.jpg', 0);
  expect((await takeSharedFiles()).map(({ name }) => name)).toEqual(['new.jpg']);
  expect(stored?.size).toBe(0);
});

test('without a share, and in a browser without caches, there is no file', async () => {
  stored = undefined;
  expect(await takeSharedFiles()).toEqual([]);
  delete (window as { caches?: unknown }).caches;
  expect(await takeSharedFiles()).toEqual([]);
});
