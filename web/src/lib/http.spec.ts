import { expect, test } from '@jest/globals';
import { get, HttpFailure, post } from './http.js';

test('a failure without a JSON body is known by its status', async () => {
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
] as const)('%s %s sends credentials to any host that answers it [row 406]', async (method, path) => {
  const sent: [unknown, RequestInit | undefined][] = [];
  globalThis.fetch = (address, init) => {
    sent.push([address, init]);
    return Promise.resolve({ status: 200, headers: new Headers() } as Response);
  };
  await (method === 'GET' ? get(path) : post(path, {} as never));
  expect(sent).toEqual([[path, expect.objectContaining({ credentials: 'include' })]]);
});
