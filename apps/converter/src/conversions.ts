import type { EventOf } from '@sixpence/contracts/events/events';
import { fileTypeNamed } from '@sixpence/contracts/file-types';
import type { FailureReason } from '@sixpence/contracts/http/documents';
import type { Failure } from '@sixpence/messaging/consumption';
import type { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import { Answers } from './answers.js';
import { isContentOf } from './content.js';
import { ConversionNotNeeded, type CoreClient } from './core-client.js';
import { UsedProcessFailed, type Fence } from './fence/fence.js';
import type { Lanes, LanePlace } from './lanes.js';
import { documentsInHand } from './places.js';
import { Unconvertible } from './unconvertible.js';

type Due = EventOf<'print.conversion.due'>;

interface Surroundings {
  core: CoreClient;
  fence: Fence;
  lanes: Lanes;
  messaging: Messaging;
  logger: Logger;
}

/**
 * Converts each due revision into a normalised PDF, page images, and page facts, or reports a failure reason.
 * One of two facts reports the result: `print.document.converted` or `print.document.conversion-failed`.
 */
export class Conversions {
  constructor(private readonly surroundings: Surroundings) {}

  start(): void {
    this.surroundings.messaging.consume({
      durable: 'converter-convert-revision',
      subject: 'print.conversion.due',
      concurrency: documentsInHand,
      handle: (due) => this.handle(due),
      giveUp: (due, failure) => this.giveUp(due, failure),
    });
  }

  private async handle(due: Due): Promise<void> {
    const { documentId, revision, ownerId } = due;
    const isOffice = fileTypeNamed(due.mediaType)?.road.by === 'office';
    const started = performance.now();
    try {
      await this.surroundings.lanes.run({ ownerId, isOffice }, (place) =>
        this.convert(due, place).catch((error: unknown) => {
          if (!(error instanceof UsedProcessFailed)) throw error;
          this.surroundings.logger.info({ err: error, documentId, revision }, 'converted again');
          return this.convert(due, place, true);
        }),
      );
      const ms = Math.round(performance.now() - started);
      this.surroundings.logger.info({ documentId, revision, ms }, 'converted');
    } catch (error) {
      if (error instanceof ConversionNotNeeded) return;
      if (!(error instanceof Unconvertible)) throw error;
      this.surroundings.logger.info({ documentId, revision, reason: error.reason }, 'not convertible');
      await this.fail(due, error.reason);
    }
  }

  private async convert(due: Due, place: LanePlace, isRepeated = false): Promise<void> {
    const { documentId, revision, ownerId, mediaType, keepPages } = due;
    const { core, fence, messaging } = this.surroundings;
    const conversion = await core.prepareConversion({ documentId, revision });
    const bytes = await core.readSource(conversion.source);
    if (bytes.length === 0) throw new Unconvertible('empty');
    if (!isContentOf(mediaType, bytes)) throw new Unconvertible('type-mismatch');

    const answers = new Answers(core, conversion);
    const { conversionId, fileName } = conversion;
    const source = { ownerId, fileName, bytes };
    await fence.convert({ mediaType, keepPages }, source, { place, receive: answers.receive, isRepeated });
    const { pages, byteLength } = await answers.stored();
    await messaging.publish(
      'print.document.converted',
      { documentId, revision, conversionId, pages, byteLength },
      answerId(due),
    );
  }

  /**
   * After the last attempt the document fails, so that its owner learns it at once; staff would handle a
   * parked message too late.
   */
  private async giveUp(due: Due | undefined, failure: Failure): Promise<void> {
    this.surroundings.logger.error(
      { err: failure.error, tries: failure.tries, documentId: due?.documentId },
      'conversion given up',
    );
    if (due) await this.fail(due, 'timeout');
  }

  private async fail(due: Due, reason: FailureReason): Promise<void> {
    const { documentId, revision } = due;
    const body = { documentId, revision, reason };
    await this.surroundings.messaging.publish('print.document.conversion-failed', body, answerId(due));
  }
}

/**
 * Success and failure of one attempt have the same message id, so that the stream keeps only the first
 * result. Core gives a new attempt number when it hands the conversion out again, because it may have missed
 * the earlier result.
 */
function answerId({ documentId, revision, attempt = 1 }: Due): string {
  return `conversion:${documentId}:${revision}:${attempt}`;
}
