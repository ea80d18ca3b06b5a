import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CoreClient } from './core-client.js';

let server: Server;
let client: CoreClient;
/** The answers of core by path. */
let answers: Record<string, [status: number, body: string, location?: string]>;
let requests: { method: unknown; path: unknown; authorization: unknown; type: unknown; body: string }[];

beforeEach(async () => {
  requests = [];
  answers = {};
  server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const { method, url: path = '', headers } = request;
      requests.push({
        method,
        path,
        authorization: headers.authorization,
        type: headers['content-type'],
        body,
      });
      const [status, answer, location] = answers[path] ?? [200, '{}'];
      response.writeHead(status, { ...(location !== undefined && { location }) }).end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new CoreClient({ url, token: 'the token' });
});
afterEach(() => {
  server.close();
});

const notAborted = new AbortController().signal;
const authorization = 'Bearer the token';
const type = 'application/json';
const anna = 'anna@example.com';

test('each call has its method, path, and token; bytes need no token', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'core-client-'));
  const file = join(folder, 'a.pdf');
  writeFileSync(file, '%PDF');
  const mailId = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
  const mailAnswer = { mailId, isDone: false, addresses: ['/storage/1'] };
  answers = {
    '/intake/sender': [200, '{"left":{"documents":1,"bytes":2}}'],
    '/intake/mails': [200, JSON.stringify(mailAnswer)],
  };
  const mail = { address: anna, digest: '0'.repeat(64), documents: [{ name: 'a.pdf', byteLength: 4 }] };
  await client.checkMailSender(anna, notAborted);
  expect(await client.beginMail(mail, notAborted)).toEqual(mailAnswer);
  await client.sendFile('/storage/1', { name: 'a.pdf', file, byteLength: 4 }, notAborted);
  await client.endMail(mailId, notAborted);
  rmSync(folder, { recursive: true });
  const call = { method: 'POST', authorization, type };
  expect(requests).toEqual([
    { ...call, path: '/intake/sender', body: JSON.stringify({ address: anna }) },
    { ...call, path: '/intake/mails', body: JSON.stringify(mail) },
    {
      method: 'PUT',
      path: '/storage/1',
      authorization: undefined,
      type: 'application/octet-stream',
      body: '%PDF',
    },
    { ...call, path: `/intake/mails/${mailId}/done`, body: JSON.stringify({ id: mailId }) },
  ]);
});

test('a refusal has the code of core', async () => {
  answers = { '/intake/sender': [404, '{"code":"account.unknown","message":"No."}'] };
  await expect(client.checkMailSender(anna, notAborted)).rejects.toMatchObject({
    name: 'CoreRefusal',
    code: 'account.unknown',
  });
});

test.each<[string, [status: number, body: string, location?: string]]>([
  ['an answer without a code', [404, '{}']],
  ['an answer that is no JSON', [502, '<html>']],
  ['an answer of another shape', [200, '{"left":{}}']],
  ['a redirect', [307, '{}', '/intake/elsewhere']],
])('%s is no refusal, and is not followed', async (_what, answer) => {
  answers = { '/intake/sender': answer, '/intake/elsewhere': [200, '{"left":{"documents":1,"bytes":2}}'] };
  const failed = client.checkMailSender(anna, notAborted);
  await expect(failed).rejects.toThrow();
  await expect(failed).rejects.not.toMatchObject({ name: 'CoreRefusal' });
  expect(requests.map(({ path }) => path)).toEqual(['/intake/sender']);
});

test('a call is aborted by its signal', async () => {
  const over = AbortSignal.abort(new Error('too late'));
  await expect(client.checkMailSender(anna, over)).rejects.toThrow('too late');
});
