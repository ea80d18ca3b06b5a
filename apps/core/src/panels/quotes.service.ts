import { Injectable } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import { DocumentsService, type ReadyDocument } from '../documents/documents.service.js';
import { PricesService } from '../sites/prices.service.js';
import type { Printer } from '../sites/printers.service.js';
import { isAgreed, quote, type Place, type Quote } from './quote.js';

/** A document the person agreed to print, with its price. */
export interface Line {
  document: ReadyDocument;
  /** The price is that of one copy. */
  quoted: Quote;
  copies: number;
}

type Chosen = AgentRequest<'release'>['documents'];

/** What documents cost at a printer now, and whether that is what a person agreed to. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly documents: DocumentsService,
    private readonly prices: PricesService,
  ) {}

  /** @throws Refusal `printer.unpriced` */
  async placeOf(printer: Printer): Promise<Place> {
    const prices = await this.prices.current(printer.siteId);
    if (!prices)
      throw new Refusal('printer.unpriced', 'This printer has no prices yet. Please ask the staff.');
    const abilities = { color: printer.color ?? undefined, duplex: printer.duplex ?? undefined };
    return { printer: abilities, prices, currency: printer.currency };
  }

  /**
   * The chosen documents in the order they were chosen, each exactly as agreed at this moment.
   * @throws Refusal `printer.unpriced`, `quote.changed` when any of them is gone, or has other pages, options, or another
   *   price
   */
  async agreed(ownerId: string, chosen: Chosen, printer: Printer): Promise<Line[]> {
    const ids = chosen.map(({ documentId }) => documentId);
    if (new Set(ids).size !== ids.length)
      throw new Refusal('request.invalid', 'A document was chosen twice.');
    const [place, ready] = await Promise.all([
      this.placeOf(printer),
      this.documents.readyAmong(ownerId, ids),
    ]);
    return chosen.map((agreed) => {
      const document = ready.get(agreed.documentId);
      const quoted = document && quote(document, place);
      if (!document || !quoted || !isAgreed(document, quoted, agreed)) throw new Refusal('quote.changed');
      return { document, quoted, copies: agreed.copies ?? 1 };
    });
  }
}
