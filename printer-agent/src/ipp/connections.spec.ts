import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { IppPrinter } from './client.js';
import { decodeMessage } from './codec/decode.js';
import { status } from './operations.js';
import { failureOf } from './testing/failure.js';
import { printerGroup, replyTo } from './testing/fake-printer.js';
import { selfSigned } from './testing/self-signed.js';

const { fingerprint256 } = new X509Certificate(selfSigned.cert);
let server: Server;
let asked = 0;

beforeAll(async () => {
  server = createServer(selfSigned, (request, response) => {
    asked += 1;
    void request.toArray().then((pieces) => {
      const message = decodeMessage(Buffer.concat(pieces as Buffer[]));
      response.writeHead(200, { 'Content-Type': 'application/ipp' });
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
  asked = 0;
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
