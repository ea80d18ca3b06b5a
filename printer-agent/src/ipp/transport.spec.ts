import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../testing/wait.js';
import { write } from './codec/attributes.js';
import { IppPrinter } from './client.js';
import type { IppErrorKind } from './errors.js';
import { operation, status } from './operations.js';
import { failureOf } from './testing/failure.js';
import { type Call, FakePrinter, jobGroup, printerGroup, replyTo } from './testing/fake-printer.js';
import { reply } from './testing/replies.js';

const open: { fake: FakePrinter; printer: IppPrinter }[] = [];

afterEach(async () => {
  jest.useRealTimers();
  for (const { fake, printer } of open.splice(0)) {
    printer.close();
    await fake.stop();
  }
});

/** Long enough for an honest answer on any machine. */
const patientMs = 60_000;
/** For printers that never answer, to keep the test short. */
const briefMs = 400;

async function printerThat(
  onCall: (call: Call) => Promise<void> | void,
  timeoutMs = patientMs,
): Promise<IppPrinter> {
  const fake = await FakePrinter.start(onCall);
  const printer = new IppPrinter(fake.uri, { timeoutMs });
  open.push({ fake, printer });
  return printer;
}

function ippAnswer(call: Call, body: Buffer): void {
  call.response.writeHead(200, { 'Content-Type': 'application/ipp' }).end(body);
}

describe('every bad answer is a typed error within the deadline', () => {
  const cases: [string, IppErrorKind, (call: Call) => Promise<void> | void][] = [
    ['no answer at all', 'timeout', () => undefined],
    ['one byte at a time for ever', 'timeout', (call) => drip(call)],
    ['a head that never ends', 'timeout', ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')],
    ['interim answers for ever', 'timeout', (call) => sendInterimAnswers(call)],
    ['something else than HTTP', 'garbage', ({ socket }) => void socket.end('220 mail.example ESMTP\r\n')],
    [
      'headers of 100 KB',
      'garbage',
      ({ socket }) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    ],
    [
      'a web page',
      'garbage',
      ({ response }) =>
        void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<html>'),
    ],
    [
      'a web page that calls itself IPP',
      'garbage',
      (call) => ippAnswer(call, Buffer.from('<!DOCTYPE html><html>')),
    ],
    ['an empty body', 'garbage', (call) => ippAnswer(call, Buffer.alloc(0))],
    ['random bytes', 'garbage', (call) => ippAnswer(call, Buffer.from('8f3e21a5006677c2d8', 'hex'))],
    [
      'the 21 bytes that crash other parsers',
      'garbage',
      (call) => ippAnswer(call, reply('evil-negative-length')),
    ],
    ['the reply to another request', 'garbage', (call) => ippAnswer(call, reply('get-printer-attributes'))],
    [
      'the announcement of 1 GB',
      'garbage',
      ({ response }) => void response.writeHead(200, { 'Content-Length': '1000000000' }).write('x'),
    ],
    ['a whole IPP message of which half arrives', 'interrupted', (call) => cut(call)],
    ['a connection that is closed without an answer', 'unreachable', ({ socket }) => void socket.destroy()],
    [
      'a redirection',
      'garbage',
      ({ response }) => void response.writeHead(302, { Location: '/admin' }).end(),
    ],
    ['HTTP 404', 'garbage', ({ response }) => void response.writeHead(404).end()],
    [
      'HTTP 401',
      'auth',
      ({ response }) => void response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end(),
    ],
    ['HTTP 403', 'auth', ({ response }) => void response.writeHead(403).end()],
    ['HTTP 407', 'auth', ({ response }) => void response.writeHead(407).end()],
    ['HTTP 413', 'too-large', ({ response }) => void response.writeHead(413).end()],
    ['HTTP 429', 'busy', ({ response }) => void response.writeHead(429).end()],
    ['HTTP 503', 'busy', ({ response }) => void response.writeHead(503).end()],
    [
      'plain text',
      'garbage',
      ({ response }) => void response.writeHead(200, { 'Content-Type': 'Text/Plain' }).end('ready'),
    ],
    ['HTTP 426 without any TLS behind it', 'tls', ({ response }) => void response.writeHead(426).end()],
  ];

  test.each(cases)('%s is %s', async (_name, kind, onCall) => {
    const printer = await printerThat(onCall, kind === 'timeout' ? briefMs : patientMs);
    expect(await failureOf(printer.getAttributes())).toMatchObject({ kind });
  });

  async function drip({ response }: Call): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'application/ipp' });
    for (const byte of reply('get-printer-attributes')) {
      response.write(Buffer.of(byte));
      await sleep(50);
      if (response.destroyed) return;
    }
  }

  async function sendInterimAnswers({ response, socket }: Call): Promise<void> {
    while (!socket.destroyed) {
      response.writeProcessing();
      await sleep(20);
    }
  }

  async function cut(call: Call): Promise<void> {
    const { message } = await call.body();
    const whole = replyTo(message, status.ok, printerGroup());
    call.response.writeHead(200, { 'Content-Length': String(whole.length) });
    call.response.write(whole.subarray(0, whole.length / 2), () => call.socket.destroy());
  }
});

test('at most 4 MB of an endless body are read', async () => {
  let socketBytes = 0;
  const printer = await printerThat(async ({ response, socket }) => {
    response.writeHead(200, { 'Content-Type': 'application/ipp' });
    const block = Buffer.alloc(256 * 1024);
    while (!response.destroyed && socket.bytesWritten < 1_000_000_000) {
      if (!response.write(block))
        await Promise.race([sleep(20), new Promise((go) => response.once('drain', go))]);
      socketBytes = socket.bytesWritten;
    }
  });
  expect(await failureOf(printer.getAttributes())).toMatchObject({
    kind: 'garbage',
    message: 'the reply is longer than 4 MB',
  });
  // The limit is higher than 4 MB, because the buffers of both sockets were filled, too.
  expect(socketBytes).toBeLessThan(24 * 1024 * 1024);
});

test('an address without a server is unreachable', async () => {
  // No other process can listen on this port meanwhile.
  const printer = new IppPrinter('ipp://127.0.0.1:1/ipp/print');
  expect(await failureOf(printer.getAttributes())).toMatchObject({ kind: 'unreachable' });
  printer.close();
});

test('a printer that does not answer the TLS handshake is unreachable', async () => {
  const fake = await FakePrinter.start(() => undefined);
  const printer = new IppPrinter(fake.uri.replace('ipp:', 'ipps:'), { connectTimeoutMs: 200 });
  open.push({ fake, printer });
  fake.ignoreConnections();
  expect(await failureOf(printer.getAttributes())).toMatchObject({
    kind: 'unreachable',
    message: 'no connection within 200 ms',
  });
});

describe('unusual but valid answers are understood', () => {
  const cases: [string, (call: Call, body: Buffer) => void][] = [
    ['without a content type', ({ response }, body) => void response.writeHead(200).end(body)],
    [
      'with an invented content type',
      ({ response }, body) =>
        void response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(body),
    ],
    [
      'over HTTP/1.0, ended by closing',
      ({ socket }, body) => {
        socket.write('HTTP/1.0 200 OK\r\nServer: Old\r\n\r\n');
        socket.end(body);
      },
    ],
    [
      'in pieces of one byte',
      ({ response }, body) => {
        response.writeHead(200, { 'Content-Type': 'application/ipp' });
        for (const byte of body) response.write(Buffer.of(byte));
        response.end();
      },
    ],
  ];

  test.each(cases)('%s', async (_name, answer) => {
    const printer = await printerThat(async (call) => {
      const { message } = await call.body();
      answer(call, replyTo(message, status.ok, printerGroup()));
    });
    expect(await printer.getAttributes()).toMatchObject({ state: 'idle', makeAndModel: 'Acme 9000' });
  });
});

test('an idle connection that the printer closed is replaced, and no request fails', async () => {
  const printer = await printerThat(async (call) => {
    const { message } = await call.body();
    call.answer(message, status.ok, printerGroup());
    call.response.once('close', () => setImmediate(() => call.socket.destroy()));
  });
  for (let round = 0; round < 20; round += 1) {
    expect(await printer.getAttributes()).toMatchObject({ state: 'idle' });
  }
});

test('a Create-Job that was cut off is interrupted, and not repeated', async () => {
  let createJobs = 0;
  const printer = await printerThat(async (call) => {
    const { message } = await call.body();
    if (message.code === operation.getPrinterAttributes) {
      call.answer(message, status.ok, printerGroup());
    } else {
      createJobs += 1;
      call.socket.destroy();
    }
  });
  const options = { jobName: 'job', format: 'application/pdf', side: '1-Sided', isColor: false } as const;
  expect(await failureOf(printer.createJob(options))).toMatchObject({ kind: 'interrupted' });
  expect(createJobs).toBe(1);
});

test('questions share a connection, and each Create-Job gets its own', async () => {
  const sockets: [number, Call['socket']][] = [];
  const printer = await printerThat(async (call) => {
    const { message } = await call.body();
    sockets.push([message.code, call.socket]);
    call.answer(message, status.ok, printerGroup(), jobGroup(1, 5));
  });
  const options = { jobName: 'job', format: 'application/pdf', side: '1-Sided', isColor: false } as const;
  await printer.getAttributes();
  await printer.validateJob(options);
  await printer.createJob(options);
  await printer.createJob(options);
  await printer.getJob(1);
  await printer.findJob('job');
  await printer.cancelJob(1);
  const socketsOf = (isJob: boolean) =>
    new Set(sockets.flatMap(([code, socket]) => ((code === operation.createJob) === isJob ? [socket] : [])));
  expect([socketsOf(false).size, socketsOf(true).size]).toEqual([1, 2]);
  expect(new Set([...socketsOf(false), ...socketsOf(true)]).size).toBe(3);
});

test('concurrent requests use two connections at most', async () => {
  const pendingAnswers: (() => void)[] = [];
  const printer = await printerThat(async (call) => {
    const { message } = await call.body();
    pendingAnswers.push(() => call.answer(message, status.ok, printerGroup(), jobGroup(1, 5)));
  });
  const { fake } = open[0]!;
  const document = () => ({
    stream: Readable.from([Buffer.from('%PDF')]),
    byteLength: 4,
    format: 'application/pdf',
  });
  const calls = [
    printer.getJob(1),
    printer.getAttributes(),
    printer.cancelJob(1),
    printer.sendDocument(1, document()),
    printer.sendDocument(1, document()),
  ];
  let most = 0;
  for (let answered = 0; answered < calls.length; answered += 1) {
    await until(() => pendingAnswers.length > 0);
    most = Math.max(most, await fake.countConnections());
    pendingAnswers.shift()!();
  }
  await Promise.all(calls);
  expect(most).toBe(2);
});

test('the deadline includes the wait for a connection', async () => {
  const deadlineMs = 3_000;
  const printer = await printerThat(() => undefined, deadlineMs);
  const ends: number[] = [];
  const failures = await Promise.all(
    [1, 2, 3].map(async (jobId) => {
      const failure = await failureOf(printer.getJob(jobId));
      ends.push(performance.now());
      return failure;
    }),
  );
  expect(failures.map(({ kind }) => kind)).toEqual(['timeout', 'timeout', 'timeout']);
  // The requests share one connection. Deadlines that began only there would end 3 s after one another.
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(deadlineMs);
});

test('a printer that asks for an older version gets it, also in later requests', async () => {
  const versions: string[] = [];
  const printer = await printerThat(async (call) => {
    const { message } = await call.body();
    versions.push(`${message.version.major}.${message.version.minor}`);
    const isOld = message.version.major === 1 && message.version.minor === 0;
    call.answer(message, isOld ? status.ok : status.versionNotSupported, printerGroup());
  });
  await printer.getAttributes();
  await printer.getAttributes();
  expect(versions).toEqual(['2.0', '1.1', '1.0', '1.0']);
});

test('a printer that refuses every version gives the error `refused`, without endless retries', async () => {
  const printer = await printerThat(async (call) => {
    call.answer((await call.body()).message, status.versionNotSupported);
  });
  expect(await failureOf(printer.getAttributes())).toMatchObject({ kind: 'refused', status: 0x0503 });
});

test('a request has a length, and charset, language, and target in this order', async () => {
  const seen: { headers: string[]; names: string[] }[] = [];
  const printer = await printerThat(async (call) => {
    const { message } = await call.body();
    seen.push({
      headers: Object.keys(call.request.headers),
      names: message.groups[0]!.attributes.map(({ name }) => name),
    });
    call.answer(message, status.ok, jobGroup(3, 5, write.name('job-name', 'job')));
  });
  await printer.getJob(3);
  expect(seen[0]!.headers).toContain('content-length');
  expect(seen[0]!.headers).not.toContain('transfer-encoding');
  expect(seen[0]!.names.slice(0, 4)).toEqual([
    'attributes-charset',
    'attributes-natural-language',
    'printer-uri',
    'job-id',
  ]);
});

test.each([
  ['answers', 'ipp:', 10_000, 'timeout'],
  ['finishes the TLS handshake', 'ipps:', 5_000, 'unreachable'],
] as const)('a printer that never %s (%s) is given up after %i ms', async (_, scheme, limitMs, kind) => {
  const fake = await FakePrinter.start(() => undefined);
  const printer = new IppPrinter(fake.uri.replace('ipp:', scheme));
  open.push({ fake, printer });
  fake.ignoreConnections();
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'setImmediate'] });
  let failure: unknown;
  const asking = failureOf(printer.getAttributes()).then((error) => (failure = error));
  await until(async () => (await fake.countConnections()) > 0);
  await sleep(20);
  await jest.advanceTimersByTimeAsync(limitMs - 1);
  expect(failure).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(await asking).toMatchObject({ kind });
});

test('an aborted signal ends the request at once', async () => {
  const printer = await printerThat(() => undefined);
  const reason = new Error('enough');
  await expect(printer.getAttributes(AbortSignal.abort(reason))).rejects.toBe(reason);
});
