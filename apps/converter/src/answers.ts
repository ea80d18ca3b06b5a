import type { ConvertedPage } from '@sixpence/contracts/events/events';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import type { CoreClient } from './core-client.js';
import type { Message } from './fence/messages.js';
import { limits } from './limits.js';
import { Unconvertible } from './unconvertible.js';

/**
 * Receives the messages of one document's process in the required order, and sends the results to core. If a
 * process answers out of order, its document is assumed to have compromised the process, and counts as
 * damaged.
 */
export class Answers {
  private readonly pages: ConvertedPage[] = [];
  /** The tile and the larger image of each page, one after the other. */
  private readonly images: Buffer[] = [];
  private normalisedStored: Promise<void> | undefined;
  private pageCount = 0;
  private byteLength = 0;

  constructor(
    private readonly core: Pick<CoreClient, 'writeNormalised' | 'writeImages'>,
    private readonly conversion: ConversionAnswer,
  ) {}

  /** @throws Unconvertible */
  readonly receive = (message: Message, bytes: Buffer): void => {
    if (message.type === 'normalised' && this.pageCount === 0)
      this.receiveNormalised(message.pageCount, bytes);
    else if (message.type === 'page' && message.page === this.pages.length + 1)
      this.receivePage(message, bytes);
    else if (message.type !== 'done' || !this.isComplete) throw new Unconvertible('damaged');
  };

  /**
   * Resolves when core has stored everything. Call it after `done` was received.
   * @throws ConversionNotNeeded, CoreTrouble
   */
  async stored(): Promise<{ pages: ConvertedPage[]; byteLength: number }> {
    // Both uploads end before the next document begins, even if one of them fails.
    const ends = await Promise.allSettled([
      this.normalisedStored,
      this.core.writeImages(this.conversion, this.images),
    ]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return { pages: this.pages, byteLength: this.byteLength };
  }

  private get isComplete(): boolean {
    return this.pageCount > 0 && this.pages.length === this.pageCount;
  }

  private receiveNormalised(pageCount: number, pdf: Buffer): void {
    if (pdf.length > limits.normalisedBytes) throw new Unconvertible('too-large');
    this.pageCount = pageCount;
    this.byteLength = pdf.length;
    this.normalisedStored = this.core.writeNormalised(this.conversion, pdf);
    // `stored` waits for it, and throws its error.
    this.normalisedStored.catch(() => undefined);
  }

  private receivePage(message: Extract<Message, { type: 'page' }>, images: Buffer): void {
    const { page, facts, tileBytes } = message;
    const imageBytes = images.length - tileBytes;
    const isWhole = page <= this.pageCount && imageBytes > 0 && images.length <= limits.previewBytes;
    if (!isWhole) throw new Unconvertible('damaged');
    this.pages.push({ ...facts, tileBytes, imageBytes });
    this.images.push(images);
  }
}
