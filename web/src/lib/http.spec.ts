import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { get, getFile, HttpFailure, post } from './http.js';
import { noteServerTime, serverNow } from './server-clock.js';

const realFetch = globalThis.fetch;
/** The calls of a test. */
let sent: [unknown, RequestInit | undefined][];

beforeEach(() => {
  sent = [];
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Answers every call with this status, these headers, and this body. */
function answer(status: number, headers: Record<string, string> = {}, body?: unknown) {
  globalThis.fetch = (address, init) => {
    sent.push([address, init]);
    const blob = () => Promise.resolve(new Blob(['bytes']));
    const json = () => Promise.resolve(body);
    return Promise.resolve({ status, headers: new Headers(headers), json, blob } as Response);
  };
}
const json = { 'content-type': 'application/json; charset=utf-8' };

test('a failure without a JSON body has only its status', async () => {
  const notJson = () => Promise.reject(new SyntaxError('Unexpected end of JSON input'));
  const headers = new Headers({ 'content-type': 'application/json' });
  globalThis.fetch = () => Promise.resolve({ status: 503, headers, json: notJson } as unknown as Response);
  await expect(get('/fetch-documents')).rejects.toMatchObject({ name: 'HttpFailure', status: 503 });
});

test.each([
  [401, undefined],
  [401, 'session.missing'],
  [403, undefined],
  [403, 'session.required'],
  [403, 'account.unknown'],
])('status %i with the code %s needs a new sign-in', (status, code) => {
  expect(new HttpFailure(status, code, 'no').needsSignIn).toBe(true);
});

test.each([400, 404, 409, 429, 500])('status %i needs no new sign-in', (status) => {
  expect(new HttpFailure(status, undefined, 'no').needsSignIn).toBe(false);
});

test.each([
  ['POST', '/email-login'],
  ['POST', '/email-signup'],
  ['POST', '/logout-session'],
  ['GET', '/footer-email'],
  ['GET', '/monthly-pages'],
  ['POST', '/qr-auth'],
  ['POST', '/signup-code'],
  ['POST', '/reset-confirm'],
] as const)('%s %s sends credentials, also to another origin [row 406]', async (method, path) => {
  answer(200);
  await (method === 'GET' ? get(path) : post(path, {} as never));
  expect(sent).toEqual([[path, expect.objectContaining({ credentials: 'include' })]]);
});

test('`get` puts its values into the URL, and `post` sends JSON', async () => {
  answer(200, json, { state: 'sent' });
  const { signal } = new AbortController();
  expect(await get('/code-mail', { mail: 'a b' }, signal)).toEqual({ state: 'sent' });
  await post('/signup-code', { email: 'anna@example.com' }, signal);
  await post('/create-code');
  const posted = { accept: 'application/json', 'content-type': 'application/json' };
  const common = { credentials: 'include' };
  expect(sent).toEqual([
    ['/code-mail?mail=a+b', { ...common, headers: { accept: 'application/json' }, signal }],
    [
      '/signup-code',
      { ...common, method: 'POST', headers: posted, body: '{"email":"anna@example.com"}', signal },
    ],
    ['/create-code', { ...common, method: 'POST', headers: posted, body: '{}' }],
  ]);
});

test.each([
  [
    { code: 'some.code', message: 'Say this.' },
    { code: 'some.code', message: 'Say this.', serverMessage: 'Say this.' },
  ],
  [
    { code: 7, message: '' },
    { code: undefined, message: 'Error: 409', serverMessage: undefined },
  ],
  [{ message: 12 }, { code: undefined, message: 'Error: 409', serverMessage: undefined }],
  [null, { code: undefined, message: 'Error: 409', serverMessage: undefined }],
])('a refusal with the body %j has the code and the message of the body', async (body, failure) => {
  answer(409, json, body);
  await expect(get('/fetch-documents')).rejects.toMatchObject({ status: 409, ...failure });
});

test('a refusal with the page of another server has only its status', async () => {
  answer(409, { 'content-type': 'text/html' }, { code: 'some.code', message: 'Say this.' });
  await expect(get('/fetch-documents')).rejects.toMatchObject({ code: undefined, serverMessage: undefined });
});

test.each([201, 202, 204, 299, 304])('an answer of %i counts as a failure', async (status) => {
  answer(status, json, {});
  await expect(post('/create-code')).rejects.toMatchObject({ status });
});

test('an unreadable body of a success is an error', async () => {
  globalThis.fetch = () =>
    Promise.resolve({
      status: 200,
      headers: new Headers(json),
      json: () => Promise.reject(new SyntaxError('Unexpected end of JSON input')),
    } as unknown as Response);
  await expect(get('/fetch-documents')).rejects.toThrow(SyntaxError);
});

test("every answer sets the clock to the server's time", async () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-26T09:00:00Z') });
  answer(200, { date: 'Thu, 26 Nov 2026 09:01:00 GMT' });
  await get('/monthly-pages');
  expect(serverNow()).toBe(Date.parse('2026-11-26T09:01:00Z'));
  noteServerTime('Thu, 26 Nov 2026 09:00:00 GMT');
  jest.useRealTimers();
});

test.each([
  ['attachment; filename="statement-of-may.pdf"', 'statement-of-may.pdf'],
  ['attachment', undefined],
  [undefined, undefined],
])('a file with the header %j has the name %j', async (disposition, name) => {
  answer(200, disposition === undefined ? {} : { 'content-disposition': disposition });
  const file = await getFile('/receipt/1');
  expect([file.name, file.bytes.size]).toEqual([name, 5]);
  expect(sent).toEqual([['/receipt/1', { credentials: 'include' }]]);
});

test('a file that is refused fails with the refusal of core', async () => {
  answer(404, json, { code: 'receipt.unknown', message: 'There is no such receipt.' });
  await expect(getFile('/receipt/1')).rejects.toMatchObject({
    name: 'HttpFailure',
    status: 404,
    code: 'receipt.unknown',
    serverMessage: 'There is no such receipt.',
  });
});
