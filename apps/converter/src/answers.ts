import type { PageFacts } from '@sixpence/contracts/events/events';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import type { CoreClient } from './core-client.js';
import type { Message } from './fence/messages.js';
import { limits } from './limits.js';
import { Unconvertible } from './unconvertible.js';

const uploadsAtOnce = 4;

/**
 * What comes out of the fence for one document, held to its order, and carried to core while the rest is made. A
 * process that answers out of order was taken over: its document counts as damaged.
 */
export class Answers {
  private readonly waiting: (() => Promise<void>)[] = [];
  private readonly carriers: Promise<void>[] = [];
  private readonly pages: PageFacts[] = [];
  private running = 0;
  private pageCount = 0;
  private byteLength = 0;

  constructor(
    private readonly core: CoreClient,
    private readonly conversion: ConversionAnswer,
  ) {}

  /** @throws Unconvertible */
  readonly receive = (message: Message, bytes: Buffer): void => {
    if (message.type === 'normalised' && this.pageCount === 0)
      this.receiveNormalised(message.pageCount, bytes);
    else if (message.type === 'page' && message.page === this.pages.length + 1)
      this.receivePage(message, bytes);
    else throw new Unconvertible('damaged');
  };

  /** Everything is with core. @throws Unconvertible when something is missing; what core's refusals throw */
  async stored(): Promise<{ pages: PageFacts[]; byteLength: number }> {
    await Promise.all(this.carriers);
    if (this.pageCount === 0 || this.pages.length !== this.pageCount) throw new Unconvertible('damaged');
    return { pages: this.pages, byteLength: this.byteLength };
  }

  private receiveNormalised(pageCount: number, pdf: Buffer): void {
    if (pdf.length > limits.normalisedBytes) throw new Unconvertible('too-large');
    this.pageCount = pageCount;
    this.byteLength = pdf.length;
    this.carry(() => this.core.writeNormalised(this.conversion, pdf));
  }

  private receivePage(message: Extract<Message, { type: 'page' }>, bytes: Buffer): void {
    const { page, facts, tileBytes } = message;
    const isWhole = page <= this.pageCount && tileBytes < bytes.length && bytes.length <= limits.previewBytes;
    if (!isWhole) throw new Unconvertible('damaged');
    this.pages.push(facts);
    const [tile, image] = [bytes.subarray(0, tileBytes), bytes.subarray(tileBytes)];
    this.carry(() => this.core.writePage(this.conversion, { page, size: 'tile' }, tile));
    this.carry(() => this.core.writePage(this.conversion, { page, size: 'page' }, image));
  }

  private carry(work: () => Promise<void>): void {
    this.waiting.push(work);
    if (this.running === uploadsAtOnce) return;
    this.running += 1;
    const carrier = this.carryOn().finally(() => {
      this.running -= 1;
    });
    // Its failure is met in `stored`.
    carrier.catch(() => undefined);
    this.carriers.push(carrier);
  }

  private async carryOn(): Promise<void> {
    for (let work = this.waiting.shift(); work; work = this.waiting.shift()) await work();
  }
}
