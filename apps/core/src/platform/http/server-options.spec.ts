import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { serverOptions } from './server-options.js';

test('a request has a quarter of an hour, and its headers ten seconds', async () => {
  const server = fastify(serverOptions);
  await server.ready();
  const { requestTimeout, headersTimeout } = server.server;
  expect([requestTimeout, headersTimeout]).toEqual([900_000, 10_000]);
  await server.close();
});

test('a parameter in a path may have 2,000 characters, as the tokens of signed addresses need', async () => {
  const server = fastify(serverOptions);
  server.get('/storage/:token', ({ params }) => params);
  const statusOf = async (letters: number) =>
    (await server.inject(`/storage/${'a'.repeat(letters)}`)).statusCode;
  expect([await statusOf(2_000), await statusOf(2_001)]).toEqual([200, 400]);
  await server.close();
});

test('a stop closes connections that clients keep open', async () => {
  const server = fastify(serverOptions);
  server.get('/', () => new Promise(() => undefined));
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(server.server, 'request');
  const closed = once(client, 'close');
  client.resume();
  await server.close();
  await closed;
  expect(client.destroyed).toBe(true);
});

test('bytes that are not an HTTP request, and a path that cannot be decoded, are answered with refusals', async () => {
  const server = fastify(serverOptions);
  expect((await server.inject('/%zz')).json()).toMatchObject({ code: 'request.invalid' });
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(port), '127.0.0.1');
  client.write('no request\r\n\r\n');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*"code":"request\.invalid"/);
  client.destroy();
  await server.close();
});
