import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { pages } from '@sixpence/contracts/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SiteDocument, withHead } from './site-document.js';

const html = '<!doctype html><p>Grüße</p>';

/** The answer to a browser with these headers. */
async function sent(document: SiteDocument, headers: Record<string, string>) {
  const answer: { status: number; headers: Record<string, unknown>; body?: Buffer } = {
    status: 200,
    headers: {},
  };
  const reply = {
    headers: (more: object) => (Object.assign(answer.headers, more), reply),
    header: (name: string, value: string) => ((answer.headers[name] = value), reply),
    status: (status: number) => ((answer.status = status), reply),
    type: (type: string) => ((answer.headers['content-type'] = type), reply),
    send: (body?: Buffer) => (body && (answer.body = body), reply),
  };
  await document.sendDocument({ headers } as unknown as FastifyRequest, reply as unknown as FastifyReply);
  return answer;
}

test('a document is sent compressed, and not sent again while the browser has a current copy', async () => {
  const document = new SiteDocument(html);
  const first = await sent(document, { 'accept-encoding': 'gzip' });
  expect(first).toMatchObject({
    status: 200,
    headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' },
  });
  expect(gunzipSync(first.body!).toString()).toBe(html);
  const tag = String(first.headers['etag']);
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  const again = await sent(document, { 'accept-encoding': 'gzip', 'if-none-match': tag });
  expect(again).toEqual({
    status: 304,
    headers: { 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag },
  });
  const changed = await sent(new SiteDocument(`${html}!`), {
    'accept-encoding': 'gzip',
    'if-none-match': tag,
  });
  expect(changed.status).toBe(200);
});

test.each([
  ['gzip, br', 'br'],
  ['gzip;q=0.9, BR ; q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.00, gzip;q=1', 'gzip'],
  ['br;q=0,gzip;q=0.0', undefined],
  ['brotli, *', undefined],
])('for a browser that accepts %s the coding is %s', async (accepted, coding) => {
  const { headers } = await sent(new SiteDocument(html), { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(coding);
});

test('a browser that accepts no coding gets the uncompressed text', async () => {
  const { headers, body } = await sent(new SiteDocument(html), {});
  expect(headers).not.toHaveProperty('content-encoding');
  expect([headers['content-type'], body?.toString()]).toEqual(['text/html; charset=utf-8', html]);
});

test('markup in the head tags of a page is escaped', () => {
  const page = { ...pages[1], title: '"<&$&' };
  const written = withHead('<head></head><body></head>', page, 'https://print.example.com');
  expect(written).toContain('content="&quot;&lt;&amp;$&amp; · Sixpence"');
  expect(written).toMatch(/data-page=""><\/head><body><\/head>$/);
});
