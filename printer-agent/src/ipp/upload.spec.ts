import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { write } from './codec/attributes.js';
import { IppPrinter, type PrintableDocument } from './client.js';
import type { Message } from './codec/message.js';
import { operation, status } from './operations.js';
import { failureOf } from './testing/failure.js';
import {
  FakePrinter,
  enumeration,
  jobGroup,
  printerGroup,
  replyTo,
  type Call,
} from './testing/fake-printer.js';

const MB = 1024 * 1024;
const open: { fake: FakePrinter; printer: IppPrinter }[] = [];

afterEach(async () => {
  for (const { fake, printer } of open.splice(0)) {
    printer.close();
    await fake.stop();
  }
});

/** Long enough for an honest printer on any machine. */
const patience = { timeoutMs: 60_000, uploadQuietMs: 60_000, uploadLimitMs: 60_000 };

/** `onDocument` gets the Send-Document request unread; other requests are answered as `printerIs` says. */
async function printerThat(
  onDocument: (call: Call) => Promise<void> | void,
  printerIs: () => ReturnType<typeof printerGroup> = () => printerGroup(),
  limits: Partial<typeof patience> = {},
): Promise<IppPrinter> {
  const fake = await FakePrinter.start(async (call) => {
    if (Number(call.request.headers['content-length']) > 1000) {
      await onDocument(call);
      return;
    }
    const { message } = await call.body();
    call.answer(message, status.ok, printerIs());
  });
  const printer = new IppPrinter(fake.uri, { ...patience, ...limits });
  open.push({ fake, printer });
  return printer;
}

function documentOf(byteLength: number, chunkBytes = 100_000): PrintableDocument {
  async function* chunks() {
    for (let sent = 0; sent < byteLength; sent += chunkBytes) {
      await Promise.resolve();
      yield Buffer.alloc(Math.min(chunkBytes, byteLength - sent), sent / chunkBytes);
    }
  }
  return { stream: chunks(), byteLength, format: 'application/pdf' };
}

const anyRequest: Message = { version: { major: 2, minor: 0 }, code: 6, requestId: 1, groups: [] };

async function readAll(call: Call): Promise<void> {
  const { message } = await call.body();
  call.answer(message, status.ok, jobGroup(7, 5));
}

test('a document arrives complete and unchanged, with its length in advance', async () => {
  const received: { document: Buffer; announced: number; message: Message }[] = [];
  const printer = await printerThat(async (call) => {
    const announced = Number(call.request.headers['content-length']);
    const { message, document } = await call.body();
    received.push({ document, announced, message });
    call.answer(message, status.ok, jobGroup(7, 5));
  });
  const { stream, byteLength, format } = documentOf(5 * MB);
  expect(await printer.sendDocument(7, { stream, byteLength, format })).toMatchObject({ jobId: 7, state: 5 });

  const [{ document, announced, message }] = received as [(typeof received)[0]];
  const sent = [];
  for await (const chunk of documentOf(5 * MB).stream as AsyncIterable<Buffer>) sent.push(chunk);
  expect(document.equals(Buffer.concat(sent))).toBe(true);
  expect(announced).toBeGreaterThan(5 * MB);
  expect(message.code).toBe(operation.sendDocument);
});

test('a busy answer is read although the printer hangs up during the upload', async () => {
  const printer = await printerThat(async ({ response, request, socket }) => {
    await once(request, 'data');
    request.pause();
    response.writeHead(200, { 'Content-Type': 'application/ipp', Connection: 'close' });
    response.end(replyTo(anyRequest, status.busy), () => socket.destroy());
  });
  expect(await failureOf(printer.sendDocument(7, documentOf(40 * MB)))).toMatchObject({
    kind: 'busy',
    status: 0x0507,
  });
});

test('a success answer before the document was sent is not accepted', async () => {
  const printer = await printerThat(({ response }) => {
    response.end(replyTo(anyRequest, status.ok, jobGroup(7, 5)));
  });
  expect(await failureOf(printer.sendDocument(7, documentOf(40 * MB)))).toMatchObject({
    kind: 'interrupted',
  });
});

test('an upload that is cut off is interrupted', async () => {
  const printer = await printerThat(async ({ request, socket }) => {
    await once(request, 'data');
    socket.resetAndDestroy();
  });
  expect(await failureOf(printer.sendDocument(7, documentOf(40 * MB)))).toMatchObject({
    kind: 'interrupted',
  });
});

test('a document that is shorter or longer than announced is refused', async () => {
  const printer = await printerThat(readAll);
  const short = { ...documentOf(10_000), byteLength: 20_000 };
  await expect(printer.sendDocument(7, short)).rejects.toThrow(RangeError);
  const long = { ...documentOf(20_000), byteLength: 10_000 };
  await expect(printer.sendDocument(7, long)).rejects.toThrow(RangeError);
});

test('an upload whose document cannot be read fails with the error of the document’s source', async () => {
  const broken = new Error('the download broke off');
  async function* chunks() {
    yield Buffer.alloc(5000);
    await Promise.resolve();
    throw broken;
  }
  const printer = await printerThat(readAll);
  const document = { stream: chunks(), byteLength: 10_000, format: 'application/pdf' };
  await expect(printer.sendDocument(7, document)).rejects.toBe(broken);
});

test('an aborted signal ends the upload', async () => {
  const giveUp = new AbortController();
  const printer = await printerThat(() => giveUp.abort(new Error('enough')));
  await expect(printer.sendDocument(7, documentOf(40 * MB), giveUp.signal)).rejects.toThrow('enough');
});

describe('a printer that stops reading', () => {
  const isJammed = () => printerGroup(write.keyword('printer-state-reasons', 'media-jam-error'));
  const isPrinting = () => printerGroup(enumeration('printer-state', 4));
  /** The printer is asked for its reason soon, and given up late. */
  const askingSoon = { uploadQuietMs: 100 };
  const givingUpSoon = { uploadQuietMs: 150, uploadLimitMs: 600 };

  test('is given up when it has no reason', async () => {
    const printer = await printerThat(() => undefined, printerGroup, askingSoon);
    expect(await failureOf(printer.sendDocument(7, documentOf(40 * MB)))).toMatchObject({ kind: 'timeout' });
  });

  test.each([
    ['paper is jammed', isJammed],
    ['it prints the part that it has', isPrinting],
  ])('is waited for while %s', async (_, printerIs) => {
    let queries = 0;
    const printer = await printerThat(
      async (call) => {
        while (queries < 3 && !call.socket.destroyed) await sleep(5);
        await readAll(call);
      },
      () => {
        queries += 1;
        return printerIs();
      },
      askingSoon,
    );
    expect(await printer.sendDocument(7, documentOf(40 * MB))).toMatchObject({ jobId: 7 });
  });

  test('can be asked to cancel the job during the upload', async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const printer = await printerThat(() => begin(), isJammed, askingSoon);
    const giveUp = new AbortController();
    const sending = printer.sendDocument(7, documentOf(40 * MB), giveUp.signal);
    sending.catch(() => undefined);
    await begun;
    await expect(printer.cancelJob(7)).resolves.toBeUndefined();
    giveUp.abort(new Error('enough'));
    await expect(sending).rejects.toThrow('enough');
  });

  test('is given up at the upload limit', async () => {
    const printer = await printerThat(() => undefined, isJammed, givingUpSoon);
    const startedAt = performance.now();
    expect(await failureOf(printer.sendDocument(7, documentOf(40 * MB)))).toMatchObject({ kind: 'timeout' });
    expect(performance.now() - startedAt).toBeGreaterThan(550);
  });

  test('is given up when its answer about its state is garbage', async () => {
    let queries = 0;
    const noPrinter = () => {
      queries += 1;
      return jobGroup(7, 5);
    };
    const printer = await printerThat(() => undefined, noPrinter, askingSoon);
    expect(await failureOf(printer.sendDocument(7, documentOf(40 * MB)))).toMatchObject({ kind: 'timeout' });
    expect(queries).toBe(1);
  });

  test('is given up when it has read everything but never answers', async () => {
    const printer = await printerThat((call) => void call.request.resume(), printerGroup, askingSoon);
    expect(await failureOf(printer.sendDocument(7, documentOf(20_000)))).toMatchObject({ kind: 'timeout' });
  });
});
