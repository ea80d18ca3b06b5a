import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  conversionAnswer,
  type ConversionAnswer,
  type ConversionRequest,
} from '@sixpence/contracts/http/conversions';
import { limits } from './limits.js';

/** Calls are retried for this time. A restart of core takes only seconds. */
const waitForCoreMs = 60_000;
const askAgainMs = 500;
const answerWithinMs = 30_000;
/** Even the slowest storage of core takes a megabyte a second. */
const slowestBytesPerMs = 1_000;

/**
 * Core reports that the revision is ready, failed, or deleted, so that its conversion is not needed any more.
 */
export class ConversionNotNeeded extends Error {
  override readonly name = 'ConversionNotNeeded';
}

/** Core does not answer, or answers with an unexpected status. */
class CoreTrouble extends Error {
  override readonly name = 'CoreTrouble';
}

/** The bytes of a call, and the extra time for them. */
interface Sending {
  pieces?: readonly Uint8Array[];
  extraMs: number;
}

/** Reads and writes documents' bytes in core's storage. Every call is retried during an outage of core. */
export class CoreClient {
  constructor(private readonly options: { url: string; serviceToken: string }) {}

  /** @throws ConversionNotNeeded, CoreTrouble */
  async prepareConversion(request: ConversionRequest): Promise<ConversionAnswer> {
    const answer = await this.call('/storage/conversions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.options.serviceToken}`,
      },
      body: JSON.stringify(request),
    });
    return conversionAnswer.parse(JSON.parse(answer.toString()));
  }

  /** @throws ConversionNotNeeded, CoreTrouble */
  async readSource(path: string): Promise<Buffer> {
    const bytes = await this.call(path, { method: 'GET' });
    if (bytes.length > limits.sourceBytes) throw new CoreTrouble('The source is larger than core may store');
    return bytes;
  }

  /** @throws ConversionNotNeeded, CoreTrouble */
  async writeNormalised(conversion: ConversionAnswer, pdf: Uint8Array): Promise<void> {
    await this.put(conversion.normalised, 'application/pdf', [pdf]);
  }

  /**
   * Sends the pieces one after the other without copying them, because they can be hundreds of megabytes.
   * @throws ConversionNotNeeded, CoreTrouble
   */
  async writeImages(conversion: ConversionAnswer, images: readonly Uint8Array[]): Promise<void> {
    await this.put(conversion.images, 'application/octet-stream', images);
  }

  private async put(path: string, mediaType: string, pieces: readonly Uint8Array[]): Promise<void> {
    const byteLength = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const init = { method: 'PUT', headers: { 'content-type': mediaType } };
    await this.call(path, init, { pieces, extraMs: Math.ceil(byteLength / slowestBytesPerMs) });
  }

  private async call(
    path: string,
    init: RequestInit,
    { pieces, extraMs }: Sending = { extraMs: 0 },
  ): Promise<Buffer> {
    const deadline = Date.now() + waitForCoreMs + extraMs;
    for (;;) {
      // A stream can be read once, so each attempt has its own.
      const body = pieces && { body: Readable.from(pieces, { objectMode: false }), duplex: 'half' };
      const outcome = await this.callOnce(
        path,
        { ...init, ...body } as RequestInit,
        answerWithinMs + extraMs,
      );
      if (Buffer.isBuffer(outcome)) return outcome;
      if (Date.now() > deadline) throw outcome;
      await sleep(askAgainMs);
    }
  }

  /** @returns the answer, or an error after which a retry makes sense */
  private async callOnce(path: string, init: RequestInit, withinMs: number): Promise<Buffer | CoreTrouble> {
    try {
      const signal = AbortSignal.timeout(withinMs);
      const answer = await fetch(new URL(path, this.options.url), { ...init, redirect: 'error', signal });
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      const trouble = new CoreTrouble(`Core answered ${answer.status}`);
      await answer.body?.cancel();
      if (answer.status === 404) throw new ConversionNotNeeded('Core does not need this conversion any more');
      if (answer.status < 500 && answer.status !== 429) throw trouble;
      return trouble;
    } catch (cause) {
      if (cause instanceof ConversionNotNeeded || cause instanceof CoreTrouble) throw cause;
      return new CoreTrouble('Core does not answer', { cause });
    }
  }
}
