import { expect, test } from '@jest/globals';
import { addressesOf, documentTitle, linkTo, pageAt, pages } from './pages.js';

test('an address shows one page only', () => {
  const addresses = pages.flatMap(addressesOf);
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
});

test.each([
  ['/terms-of-use', '/terms'],
  ['/user-privacy-statement', '/privacy'],
  ['/unhide-google-email', '/unhide-apple-email'],
  ['/unhide-microsoft-email', '/unhide-apple-email'],
])('%s shows the page %s', (address, path) => {
  expect(pageAt(address)?.path).toBe(path);
});

test('an address that nobody knows shows no page', () => {
  expect(pageAt('/no-such-page')).toBeUndefined();
});

test('a page is called the same everywhere, and links may be shorter', () => {
  expect([linkTo('/help'), linkTo('/credits')]).toEqual(['Help', 'Credits']);
  expect(documentTitle(pageAt('/help')!)).toBe('Help Center · Sixpence');
  expect(documentTitle(pageAt('/')!)).toBe('Sixpence: print anywhere with six digits');
});
