import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { bytesOf, closingRefusedSenders } from './request-bytes.js';

afterEach(() => {
  jest.useRealTimers();
});

const requestOf = (body: unknown) => ({ body }) as FastifyRequest;

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of bytes) text += Buffer.from(piece).toString();
  return text;
}

describe('the bytes of a request', () => {
  test('are those of its body; a request without a body has none', async () => {
    const body = new PassThrough();
    body.write('%PDF');
    body.end('-1.7');
    expect(await textOf(bytesOf(requestOf(body)).bytes)).toBe('%PDF-1.7');
    expect(await textOf(bytesOf(requestOf(null)).bytes)).toBe('');
  });

  test('end with a refusal when the connection breaks', async () => {
    const body = new PassThrough();
    body.write('%PDF');
    const reading = textOf(bytesOf(requestOf(body)).bytes);
    body.destroy(new Error('the client disconnected'));
    await expect(reading).rejects.toMatchObject({
      code: 'request.invalid',
      cause: new Error('the client disconnected'),
    });
  });

  test('end with the reason for which a sender is stopped, before or while they are read', async () => {
    for (const isRead of [true, false]) {
      const body = new PassThrough();
      const { bytes, stop } = bytesOf(requestOf(body));
      const early = isRead ? textOf(bytes) : undefined;
      stop(new Error('a newer sender began'));
      if (!isRead) await turn();
      await expect(early ?? textOf(bytes)).rejects.toThrow('a newer sender began');
    }
  });

  test('leave the connection open when their reader stops early', async () => {
    const body = new PassThrough();
    body.write('%PDF');
    const reader = bytesOf(requestOf(body)).bytes[Symbol.asyncIterator]();
    await reader.next();
    await reader.return?.();
    expect(body.destroyed).toBe(false);
  });
});

describe('a refused client', () => {
  class Raw extends EventEmitter {
    complete = false;
    destroyed = false;
    readonly resume = jest.fn();
    readonly destroy = jest.fn();
  }

  const refused = new Error('no');

  /** Serves the request of this client. */
  const serve = (raw: Raw, work = () => Promise.reject(refused)) =>
    closingRefusedSenders({ raw } as unknown as FastifyRequest, work);

  test('that is still sending is read for two more seconds, then its connection is closed', async () => {
    jest.useFakeTimers();
    const raw = new Raw();
    await expect(serve(raw)).rejects.toBe(refused);
    expect(raw.resume).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_999);
    expect(raw.destroy).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(raw.destroy).toHaveBeenCalledTimes(1);
  });

  test('whose bytes were read in part is also read on', async () => {
    const body = Object.assign(new PassThrough(), { complete: false });
    body.write('%PDF');
    const { bytes } = bytesOf(requestOf(body));
    const reading = closingRefusedSenders({ raw: body } as unknown as FastifyRequest, async () => {
      for await (const piece of bytes) throw new Error(`${Buffer.from(piece).toString()} is refused`);
    });
    await expect(reading).rejects.toThrow('%PDF is refused');
    await turn();
    body.write('-1.7');
    await turn();
    expect([body.readableFlowing, body.readableLength]).toEqual([true, 0]);
    body.destroy();
  });

  test.each<[string, (raw: Raw) => void]>([
    ['that has sent everything', (raw) => (raw.complete = true)],
    ['that has disconnected', (raw) => (raw.destroyed = true)],
  ])('%s is neither read nor closed', async (_, change) => {
    jest.useFakeTimers();
    const raw = new Raw();
    change(raw);
    await expect(serve(raw)).rejects.toBe(refused);
    expect([raw.resume.mock.calls.length, jest.getTimerCount()]).toEqual([0, 0]);
  });

  test('that closes its connection itself is not closed again; a client that was not refused is never closed', async () => {
    jest.useFakeTimers();
    const [closing, served] = [new Raw(), new Raw()];
    await expect(serve(closing)).rejects.toBe(refused);
    closing.emit('close');
    await serve(served, () => Promise.resolve() as Promise<never>);
    expect([jest.getTimerCount(), served.resume.mock.calls.length]).toEqual([0, 0]);
  });
});
