import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pageDescriptions } from '@sixpence/contracts/page-descriptions';
import { CoreApp } from '../../support/core/core-app.js';

const page = '<!doctype html><title>Sixpence</title>';
const document = `${page}</head>`;
const prerendered = '<!doctype html><title>Privacy</title><h1>User Privacy Statement</h1>';
const script = 'export const pages = 12;';
const builtPage = /^text\/html/;
const builtScript = /^(text|application)\/javascript/;

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let core: CoreApp;

beforeAll(async () => {
  const place = mkdtempSync(join(tmpdir(), 'sixpence-site-'));
  after.defer(() => rmSync(place, { recursive: true }));
  // Only the site’s own assets may be cached for a year, in whichever folder the site is.
  const folder = join(place, 'assets/site');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeWithCompressed(join(folder, 'index.html'), document);
  writeWithCompressed(join(folder, 'assets/app-1.js'), script);
  mkdirSync(join(folder, 'pages'));
  writeWithCompressed(join(folder, 'pages/privacy.html'), prerendered);
  writeFileSync(join(folder, 'assets/font-1.woff2'), 'a font');
  writeFileSync(join(folder, 'sixpence-user-guide.pdf'), '%PDF-1.3');
  writeFileSync(join(folder, 'sw.js'), script);
  core = after.use(
    await CoreApp.start({
      SITE_DIR: folder,
      CSP_SCRIPT_SOURCES: 'https://js.example.com',
      SELLER_NAME: 'Sixpence Ltd',
      SELLER_ADDRESS: '1 Coin Street; London',
      SELLER_EMAIL: 'hello@print.example.com',
    }),
  );
});
afterAll(() => after.disposeAsync());

test.each([
  ['/', 'br, gzip', 'br', builtPage, page],
  ['/', 'gzip', 'gzip', builtPage, page],
  ['/', 'identity', null, builtPage, page],
  ['/terms-of-use', 'gzip, br', 'br', builtPage, page],
  ['/privacy', 'gzip, br', 'br', builtPage, prerendered],
  ['/privacy', 'br;q=0, GZIP;q=0.5', 'gzip', builtPage, prerendered],
  ['/privacy', 'br; q=0.0, gzip;q=0', null, builtPage, prerendered],
  ['/dashboard', 'gzip, br', 'br', builtPage, page],
  ['/assets/app-1.js', 'br, gzip', 'br', builtScript, script],
  ['/assets/app-1.js', 'gzip', 'gzip', builtScript, script],
  ['/assets/app-1.js', 'identity', null, builtScript, script],
  ['/assets/font-1.woff2', 'br, gzip', null, /^font\/woff2/, 'a font'],
  ['/sixpence-user-guide.pdf', 'br, gzip', null, /^application\/pdf/, '%PDF-1.3'],
])('%s for a browser that accepts %s is sent as %s', async (path, takes, sentAs, type, content) => {
  const answer = await fetchAs(path, takes);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-encoding')).toBe(sentAs);
  expect(answer.headers.get('content-type')).toMatch(type);
  expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
  expect(await answer.text()).toContain(content);
});

test.each([
  ['/terms-of-use', '/terms', 'Terms of Use · Sixpence', '/terms', false],
  ['/how-to-top-up', '/how-to-top-up', 'How to top up · Sixpence', '/how-to-top-up', false],
  ['/dashboard', '/dashboard', 'Dashboard · Sixpence', '/', true],
  ['/welcome', '/welcome', 'Thank you · Sixpence', '/', true],
] as const)(
  'the document at %s contains its metadata with canonical path %s, without script',
  async (at, path, title, about, hidden) => {
    const html = await (await fetchAs(at, 'br')).text();
    const origin = core.url;
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}" data-page="">`);
    expect(html).toContain(`<meta name="description" content="${pageDescriptions[about]}" data-page="">`);
    expect(html).toContain(`<meta property="og:title" content="${title}" data-page="">`);
    expect(html).toContain(`<meta property="og:image" content="${origin}/social.png" data-page="">`);
    expect(html.includes('<meta name="robots" content="noindex"')).toBe(hidden);
  },
);

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8', 'Sitemap: '],
  ['/sitemap.xml', 'application/xml', '/how-to-top-up</loc>'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'Contact: mailto:hello@print.example.com'],
])('%s is served', async (path, type, words) => {
  const answer = await fetchAs(path, 'identity');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(await answer.text()).toContain(words);
});

test('the seller call answers with the seller’s data', async () => {
  const answer = await core.call('GET', '/seller');
  expect(await answer.json()).toEqual({
    name: 'Sixpence Ltd',
    address: ['1 Coin Street', 'London'],
    vatNumber: null,
    email: 'hello@print.example.com',
  });
});

test.each([
  ['/', 'no-cache'],
  ['/sw.js', 'no-cache'],
  ['/sixpence-user-guide.pdf', 'no-cache'],
  ['/assets/app-1.js', 'public, max-age=31536000, immutable'],
])('%s keeps its lifetime when compressed: %s', async (path, lifetime) => {
  expect((await fetchAs(path, 'br')).headers.get('cache-control')).toBe(lifetime);
});

test('each encoding of a file has its own etag, and a known one answers 304', async () => {
  const [plain, compressed] = await Promise.all([fetchAs('/', 'identity'), fetchAs('/', 'br')]);
  const tag = compressed.headers.get('etag') ?? '';
  expect(tag).not.toBe('');
  expect(plain.headers.get('etag')).not.toBe(tag);
  // As browsers send it: without an explicit lifetime, fetch adds one that prevents the 304.
  const headers = { 'accept-encoding': 'br', 'if-none-match': tag, 'cache-control': 'max-age=0' };
  const again = await core.call('GET', '/', { headers });
  expect(again.status).toBe(304);
});

test.each(['/', '/terms-of-use', '/assets/app-1.js', '/nowhere', '/validate-session'])(
  '%s has a content security policy',
  async (path) => {
    const policy = (await fetchAs(path, 'br')).headers.get('content-security-policy')?.split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self' https://js.example.com",
        "frame-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'self'",
      ]),
    );
  },
);

test.each([
  ['application/json', 404],
  ['text/html,application/xhtml+xml', 200],
  ['image/png, */*;q=0.5', 200],
])('for a program that accepts %s the page /login is answered %d', async (accept, status) => {
  const answer = await core.call('GET', '/login', { headers: { accept } });
  expect(answer.status).toBe(status);
  if (status === 404) expect(await answer.json()).toMatchObject({ code: 'route.unknown' });
});

test('compressed files have no address of their own', async () => {
  const answer = await fetchAs('/assets/app-1.js.br', 'identity');
  expect(answer.status).toBe(404);
});

test.each(['/index.html', '/pages/privacy.html', '/privacy.html'])(
  'a page is not also served at %s, because search engines would index it twice',
  async (path) => {
    expect((await fetchAs(path, 'identity')).status).toBe(404);
  },
);

function fetchAs(path: string, takes: string): Promise<Response> {
  return core.call('GET', path, { headers: { 'accept-encoding': takes } });
}

function writeWithCompressed(path: string, text: string): void {
  writeFileSync(path, text);
  writeFileSync(`${path}.br`, brotliCompressSync(text));
  writeFileSync(`${path}.gz`, gzipSync(text));
}
