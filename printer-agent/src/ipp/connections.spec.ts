import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createServer as createDoor, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { IppPrinter } from './client.js';
import { textsOf } from './codec/attributes.js';
import { decodeMessage } from './codec/decode.js';
import { status } from './operations.js';
import { failureOf } from './testing/failure.js';
import { printerGroup, replyTo } from './testing/fake-printer.js';
import { selfSigned } from './testing/self-signed.js';

const { fingerprint256 } = new X509Certificate(selfSigned.cert);
let server: Server;
let asked = 0;
let answer = 200;

beforeAll(async () => {
  server = createServer(selfSigned, (request, response) => {
    asked += 1;
    void request.toArray().then((pieces) => {
      const message = decodeMessage(Buffer.concat(pieces as Buffer[]));
      response.writeHead(answer, { 'Content-Type': 'application/ipp' });
      response.end(replyTo(message, status.ok, printerGroup()));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [asked, answer] = [0, 200];
});

async function ask(options: { fingerprint256?: string }): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const printer = new IppPrinter(`ipps://localhost:${port}/ipp/print`, options);
  try {
    return await printer.getAttributes();
  } finally {
    printer.close();
  }
}

test('a printer with the approved certificate gets requests', async () => {
  await ask({ fingerprint256 });
  expect(asked).toBe(1);
});

test('a printer that demands TLS is asked again over TLS, under its ipps address, and from then on', async () => {
  const seen: string[] = [];
  const say = (scheme: string) => (request: IncomingMessage, response: ServerResponse) => {
    void request.toArray().then((pieces) => {
      const message = decodeMessage(Buffer.concat(pieces as Buffer[]));
      seen.push(`${scheme} ${textsOf(message.groups[0]!, 'printer-uri')[0]}`);
      if (scheme === 'http') response.writeHead(426).end();
      else response.writeHead(200).end(replyTo(message, status.ok, printerGroup()));
    });
  };
  const [plain, secure] = [createPlainServer(say('http')), createServer(selfSigned, say('https'))];
  // One port for both: the first byte of TLS is 22.
  const port = createDoor((socket) => {
    socket.once('readable', () => {
      const first = socket.read() as Buffer;
      socket.unshift(first);
      (first[0] === 22 ? secure : plain).emit('connection', socket);
    });
  });
  await once(port.listen(0, '127.0.0.1'), 'listening');
  const address = `//localhost:${(port.address() as AddressInfo).port}/ipp/print`;
  const printer = new IppPrinter(`ipp:${address}`, { fingerprint256 });
  expect(await printer.getAttributes()).toMatchObject({ state: 'idle' });
  await printer.getAttributes();
  expect(seen).toEqual([`http ipp:${address}`, `https ipps:${address}`, `https ipps:${address}`]);
  printer.close();
  for (const server of [plain, secure]) server.closeAllConnections();
  port.close();
});

test('a printer that demands TLS over TLS is refused', async () => {
  answer = 426;
  expect(await failureOf(ask({ fingerprint256 }))).toMatchObject({ kind: 'tls', httpStatus: 426 });
  expect(asked).toBe(1);
});

test.each([
  ['its certificate is neither approved nor signed by a known authority', {}],
  [
    'it shows another certificate than the approved one',
    { fingerprint256: fingerprint256.replace(/^../, '00') },
  ],
])('no request is sent to a printer when %s', async (_, options) => {
  expect((await failureOf(ask(options))).kind).toBe('tls');
  expect(asked).toBe(0);
});
