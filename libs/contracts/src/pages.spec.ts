import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { addressesOf, documentTitle, linkTo, pageAt, pages } from './pages.js';

/** The route table of specification §2, and the two other addresses to which its footer links. */
const routeTable = [
  ...[
    '/',
    '/dashboard',
    '/credits',
    '/login',
    '/welcome',
    '/signup',
    '/reset-password',
    '/terms',
    '/privacy',
  ],
  ...['/help', '/how-to-top-up', '/how-to-convert-to-pdf', '/how-to-remove-pages'],
  ...['/documents-missing-on-printer', '/how-to-print-multiple-copies', '/fit-pdf-content'],
  ...['/do-i-need-to-download', '/printer-ran-out-of-paper', '/printing-emails-webpages', '/how-much-to-pay'],
  ...['/documents-missing-on-dashboard', '/how-to-check-balance', '/document-is-not-printing'],
  ...['/cannot-login-at-printer', '/what-we-do', '/solutions', '/qrlogin', '/how-to-get-started'],
  ...['/how-to-cancel-print-job'],
  ...['/unhide-apple-email', '/unhide-google-email', '/unhide-microsoft-email'],
  ...['/user-privacy-statement', '/terms-of-use'],
];

/** The other pages of the site, as decision D68 in docs/decisions.md names them. */
function beyondTable(): string[] {
  const decisions = readFileSync(new URL('../../../docs/decisions.md', import.meta.url), 'utf8');
  const [section = ''] = /## D68\. Pages beyond the route table.*?(?=\n## )/s.exec(decisions) ?? [];
  return section.match(/(?<=`)\/[a-z-]+(?=`)/g) ?? [];
}

test('an address has a page only if the route table or decision D68 names the address [row 61]', () => {
  const addresses = pages.flatMap(addressesOf);
  const known = [...routeTable, ...beyondTable()];
  expect(known).toContain('/account');
  expect(addresses.filter((address) => !known.includes(address))).toEqual([]);
  expect(routeTable.filter((address) => !addresses.includes(address as `/${string}`))).toEqual([]);
});

test.each([
  ['/terms-of-use', '/terms'],
  ['/user-privacy-statement', '/privacy'],
  ['/unhide-google-email', '/unhide-apple-email'],
  ['/unhide-microsoft-email', '/unhide-apple-email'],
])('%s shows the page %s', (address, path) => {
  expect(pageAt(address)?.path).toBe(path);
});

test('an unknown address has no page', () => {
  expect(pageAt('/no-such-page')).toBeUndefined();
});

test('a page has one title, and its links may have a shorter one', () => {
  expect([linkTo('/help'), linkTo('/credits')]).toEqual(['Help', 'Credits']);
  expect(documentTitle(pageAt('/help')!)).toBe('Help Center · Sixpence');
  expect(documentTitle(pageAt('/')!)).toBe('Sixpence: print anywhere with six digits');
});
