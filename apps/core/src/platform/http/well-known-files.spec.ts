import { expect, test } from '@jest/globals';
import { robotsTxt, securityTxt, sitemapXml } from './well-known-files.js';

const origin = 'https://print.example.com';

test('robots.txt allows everything and names the sitemap', () => {
  expect(robotsTxt(origin)).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://print.example.com/sitemap.xml\n',
  );
});

test('the sitemap has each public page once, and no other', () => {
  const listed = [...sitemapXml(origin).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    address.slice(origin.length),
  );
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual(expect.arrayContaining(['/', '/terms', '/what-we-do', '/how-to-top-up', '/login']));
  for (const path of ['/dashboard', '/help', '/welcome', '/terms-of-use']) expect(listed).not.toContain(path);
});

test.each([
  ['hello@print.example.com', 'mailto:hello@print.example.com'],
  ['', 'https://print.example.com/'],
])('security.txt with the address "%s" names the contact %s', (email, contact) => {
  const text = securityTxt(origin, { email, now: new Date('2026-11-23T00:00:00Z') });
  expect(text.split('\n')).toEqual([
    `Contact: ${contact}`,
    'Expires: 2027-05-22T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://print.example.com/.well-known/security.txt',
    '',
  ]);
});
