import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import http, {
  createServer as createPlainServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer, type Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { IppPrinter } from './client.js';
import { openConnections } from './connections.js';
import { textsOf } from './codec/attributes.js';
import { decodeMessage } from './codec/decode.js';
import { status } from './operations.js';
import { failureOf } from './testing/failure.js';
import { printerGroup, replyTo } from './testing/fake-printer.js';
import { selfSigned } from './testing/self-signed.js';

const { fingerprint256 } = new X509Certificate(selfSigned.cert);
let server: Server;
let requests = 0;
let httpStatus = 200;

beforeAll(async () => {
  server = createServer(selfSigned, (request, response) => {
    requests += 1;
    void request.toArray().then((pieces) => {
      const message = decodeMessage(Buffer.concat(pieces as Buffer[]));
      response.writeHead(httpStatus, { 'Content-Type': 'application/ipp' });
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
  [requests, httpStatus] = [0, 200];
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
  expect(requests).toBe(1);
});

test('when a printer demands TLS, this request is repeated to its ipps address, and later ones go there', async () => {
  const seen: string[] = [];
  const answerBy = (scheme: string) => (request: IncomingMessage, response: ServerResponse) => {
    void request.toArray().then((pieces) => {
      const message = decodeMessage(Buffer.concat(pieces as Buffer[]));
      seen.push(`${scheme} ${textsOf(message.groups[0]!, 'printer-uri')[0]}`);
      if (scheme === 'http') response.writeHead(426).end();
      else response.writeHead(200).end(replyTo(message, status.ok, printerGroup()));
    });
  };
  const [plain, secure] = [createPlainServer(answerBy('http')), createServer(selfSigned, answerBy('https'))];
  // One port for both: the first byte of a TLS connection is 22.
  const tcpServer = createTcpServer((socket) => {
    socket.once('readable', () => {
      const first = socket.read() as Buffer;
      socket.unshift(first);
      (first[0] === 22 ? secure : plain).emit('connection', socket);
    });
  });
  await once(tcpServer.listen(0, '127.0.0.1'), 'listening');
  const address = `//localhost:${(tcpServer.address() as AddressInfo).port}/ipp/print`;
  const printer = new IppPrinter(`ipp:${address}`, { fingerprint256 });
  expect(await printer.getAttributes()).toMatchObject({ state: 'idle' });
  await printer.getAttributes();
  expect(seen).toEqual([`http ipp:${address}`, `https ipps:${address}`, `https ipps:${address}`]);
  printer.close();
  for (const server of [plain, secure]) server.closeAllConnections();
  tcpServer.close();
});

test('a printer that demands TLS although the request came over TLS gives the error `tls`', async () => {
  httpStatus = 426;
  expect(await failureOf(ask({ fingerprint256 }))).toMatchObject({ kind: 'tls', httpStatus: 426 });
  expect(requests).toBe(1);
});

test.each([
  ['its certificate is neither approved nor signed by a known authority', {}],
  [
    'it shows another certificate than the approved one',
    { fingerprint256: fingerprint256.replace(/^../, '00') },
  ],
])('no request is sent to a printer when %s', async (_, options) => {
  expect((await failureOf(ask(options))).kind).toBe('tls');
  expect(requests).toBe(0);
});

test('a printer that accepts no connection is unreachable after the time limit; one that accepts it is not', async () => {
  jest.useFakeTimers();
  const create = jest.spyOn(http.Agent.prototype, 'createConnection');
  const { shared } = openConnections({ secure: false, connectTimeoutMs: 200 });
  const open = () => {
    const socket = new Duplex({ read: () => undefined, write: () => undefined });
    const errors: unknown[] = [];
    socket.on('error', (error) => errors.push(error));
    create.mockReturnValueOnce(socket);
    (shared as unknown as { createConnection(options: object): void }).createConnection({});
    return { socket, errors };
  };
  const [silent, accepted] = [open(), open()];
  accepted.socket.emit('connect');
  jest.advanceTimersByTime(199);
  expect(silent.socket.destroyed).toBe(false);
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  create.mockRestore();
  expect([silent.socket.destroyed, accepted.socket.destroyed]).toEqual([true, false]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(silent.errors).toMatchObject([{ kind: 'unreachable', message: 'no connection within 200 ms' }]);
});
