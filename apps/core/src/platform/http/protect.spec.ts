import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Call } from '@sixpence/contracts/http/call';
import { fastify, type FastifyInstance, type InjectOptions } from 'fastify';
import { answerOf } from './answer-of.js';
import { earlyAnswers } from './early-answers.js';
import { protect } from './protect.js';

const row = { summary: '', proof: 'none' } as const;
const calls: readonly Call[] = [
  { ...row, method: 'POST', path: '/plain' },
  { ...row, method: 'POST', path: '/signed', body: 'raw', fromAnyOrigin: true },
  { ...row, method: 'POST', path: '/callback', body: 'form', fromAnyOrigin: true },
  { ...row, method: 'POST', path: '/own-form', body: 'form' },
  { ...row, method: 'POST', path: '/file', body: 'file' },
];
const sources = {
  script: ['https://js.example.com'],
  frame: ['https://frame.example.com'],
  connect: ['https://api.example.com'],
  img: ['https://img.example.com'],
  form: ['https://pay.example.com'],
};
const elsewhere = { origin: 'https://elsewhere.example' };
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A server with routes that return what they received. */
function aServer({ popups = false, publicUrl = 'https://print.example.com' } = {}): FastifyInstance {
  const server = fastify({ ...earlyAnswers }) as unknown as FastifyInstance;
  open.push(server);
  protect(server, { publicUrl, sources: { ...sources, popups } }, calls);
  for (const { path } of calls) {
    server.post(path, ({ body }) => ({
      given: Buffer.isBuffer(body) ? { bytes: body.toString() } : (body ?? null),
    }));
  }
  server.get('/page', (_request, reply) => reply.type('text/html').send('<p>'));
  server.setErrorHandler((error, _request, reply) => {
    const { status, headers, body } = answerOf(error);
    return reply.status(status).headers(headers).send(body);
  });
  return server;
}

const post = (url: string, payload: string, headers: NonNullable<InjectOptions['headers']>) =>
  aServer().inject({ method: 'POST', url, payload, headers });

describe('a body is read as the row of its call says:', () => {
  const body = '{"b": 1,  "a":"é"}';

  test.each([
    ['JSON is read', '/plain', body, json, { b: 1, a: 'é' }],
    ['raw JSON keeps every byte, for a signature over it', '/signed', body, json, { bytes: body }],
    ['a form is read', '/own-form', 'state=a+b&code=%C3%A9', form, { state: 'a b', code: 'é' }],
    ['an empty body counts as none', '/plain', '', json, null],
    ['a request without a body needs no type', '/plain', '', {}, null],
    [
      'JSON may name its character encoding',
      '/plain',
      body,
      { 'content-type': 'Application/JSON ; charset=utf-8' },
      { b: 1, a: 'é' },
    ],
    ['256 KB are read', '/plain', `"${'b'.repeat(2 ** 18 - 2)}"`, json, 'b'.repeat(2 ** 18 - 2)],
    [
      'a form of 256 KB is read',
      '/own-form',
      `a=${'b'.repeat(2 ** 18 - 2)}`,
      form,
      { a: 'b'.repeat(2 ** 18 - 2) },
    ],
  ])('%s', async (_, path, payload, headers, given) => {
    const answer = await post(path, payload, headers);
    expect([answer.statusCode, answer.json()]).toEqual([200, { given }]);
  });

  test.each([
    ['a form where JSON is wanted', '/plain', 'a=b', form, 415],
    ['JSON where a form is wanted', '/own-form', '{}', json, 415],
    ['text where bytes of JSON are wanted', '/signed', '{}', { 'content-type': 'text/plain' }, 415],
    ['a form with the same field twice', '/own-form', 'state=a&state=b', form, 400],
    ['a form that would poison a prototype', '/own-form', '__proto__=a', form, 400],
    ['JSON that would poison a prototype', '/plain', '{"__proto__":{}}', json, 400],
    ['JSON that would poison a constructor', '/plain', '{"constructor":{"prototype":{}}}', json, 400],
    ['JSON of more than 256 KB', '/plain', `"${'b'.repeat(2 ** 18 - 1)}"`, json, 413],
    ['a form of more than 256 KB', '/own-form', `a=${'b'.repeat(2 ** 18 - 1)}`, form, 413],
    ['raw JSON of more than 256 KB', '/signed', `"${'b'.repeat(2 ** 18 - 1)}"`, json, 413],
    ['JSON in place of a file', '/file', '{}', json, 403],
    ['a form in place of a file', '/file', 'a=b&a=c', form, 403],
    ['a form of a megabyte in place of a file', '/file', `a=${'b'.repeat(2 ** 20)}`, form, 403],
  ])('%s is refused', async (_, path, payload, headers, status) => {
    const answer = await post(path, payload, headers);
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { code: expect.any(String), message: expect.any(String) },
    ]);
  });
});

test('pages of other origins may make only the calls whose rows allow it', async () => {
  expect((await post('/signed', '{}', { ...json, ...elsewhere })).statusCode).toBe(200);
  expect((await post('/callback', 'a=b', { ...form, ...elsewhere })).statusCode).toBe(200);
  expect((await post('/plain', '{}', { ...json, ...elsewhere })).json()).toMatchObject({
    code: 'request.origin',
  });
  expect((await post('/own-form', 'a=b', { ...form, ...elsewhere })).statusCode).toBe(403);
  expect((await post('/nowhere', '{}', { ...json, ...elsewhere })).statusCode).toBe(403);
});

test.each([
  'https://print.example.com.elsewhere.example',
  'https://print.example.com:8443',
  'https://other.print.example.com',
  'http://print.example.com',
  'https://print.example.co',
  'null',
])('%s is not our own origin', async (origin) => {
  expect((await post('/plain', '{}', { ...json, origin })).statusCode).toBe(403);
  expect((await post('/plain', '{}', { ...json, origin: 'https://print.example.com' })).statusCode).toBe(200);
});

test.each([
  ['isolated from other windows without payments', false, 'same-origin'],
  ['connected with windows that a payment opens, if there are payments', true, 'same-origin-allow-popups'],
])('a page is %s', async (_, popups, policy) => {
  const { headers } = await aServer({ popups }).inject('/page');
  expect(headers['cross-origin-opener-policy']).toBe(policy);
});

test.each([
  ['https://print.example.com/begin', 'wss://print.example.com', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:3000', 'ws://localhost:3000', undefined],
])(
  'a page of %s may connect to %s, and its strict-transport-security is %s',
  async (publicUrl, socket, strict) => {
    const server = aServer({ publicUrl });
    const { headers } = await server.inject('/page');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy.find((line) => line.startsWith('connect-src'))).toContain(` ${socket} `);
    expect(policy.includes('upgrade-insecure-requests')).toBe(strict !== undefined);
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'self'", "style-src 'self' 'unsafe-inline'", "object-src 'none'"]),
    );
    expect(headers['strict-transport-security']).toBe(strict);
    const own = { ...json, origin: new URL(publicUrl).origin };
    const posted = await server.inject({ method: 'POST', url: '/plain', payload: '{}', headers: own });
    expect(posted.statusCode).toBe(200);
  },
);

test.each(['GET', 'HEAD', 'OPTIONS'] as const)('%s may come from any origin', async (method) => {
  const { statusCode } = await aServer().inject({ method, url: '/page', headers: { ...elsewhere, ...form } });
  expect(statusCode).toBe(method === 'OPTIONS' ? 404 : 200);
});

test('every answer has the same policy with the configured sources, and is not cached', async () => {
  const server = aServer();
  const answers = await Promise.all([
    server.inject('/page'),
    server.inject('/nowhere'),
    server.inject({ method: 'POST', url: '/plain', payload: 'a', headers: form }),
  ]);
  const [policy, ...others] = answers.map(({ headers }) => String(headers['content-security-policy']));
  expect(others).toEqual([policy, policy]);
  expect(policy?.split(';')).toEqual(
    expect.arrayContaining([
      "script-src 'self' https://js.example.com",
      "frame-src 'self' https://frame.example.com",
      "connect-src 'self' wss://print.example.com https://api.example.com",
      "img-src 'self' data: blob: https://img.example.com",
      "form-action 'self' https://pay.example.com",
    ]),
  );
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual([
    'no-store',
    'no-store',
    'no-store',
  ]);
});

describe('a refusal before routing is in the format of the contract:', () => {
  test('an invalid address', async () => {
    const answer = await aServer().inject('/%zz');
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'request.invalid', message: expect.any(String) },
    ]);
  });

  test.each([
    ['bytes that are not an HTTP request', 'what is this\r\n\r\n', 400, 'request.invalid'],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
      431,
      'request.headers',
    ],
  ])('%s', async (_, bytes, status, code) => {
    const server = aServer();
    const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
    const answer = await conversation(Number(port), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ code, message: expect.any(String) });
  });
});

/** Sends bytes. @returns the whole answer */
function conversation(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (piece) => (received += piece.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(received);
    });
  });
}
