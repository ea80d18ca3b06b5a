import { Injectable } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import { DocumentsService, type ReadyDocument } from '../documents/documents.service.js';
import { PricesService } from '../sites/prices.service.js';
import type { Printer } from '../sites/printers.service.js';
import { isAgreed, quote, type PricedPrinter, type Quote } from './quote.js';

/** A document that the person accepted, with its price. */
export interface Line {
  document: ReadyDocument;
  /** The options and the price of one copy. */
  quoted: Quote;
  copies: number;
}

type ChosenDocuments = AgentRequest<'release'>['documents'];

/** The prices of documents at a printer now, compared with the terms that a person accepted. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly documents: DocumentsService,
    private readonly prices: PricesService,
  ) {}

  /** @throws Refusal `printer.unpriced` */
  async pricedPrinter(printer: Printer): Promise<PricedPrinter> {
    const prices = await this.prices.current(printer.siteId);
    if (!prices) throw new Refusal('printer.unpriced');
    const abilities = { color: printer.color ?? undefined, duplex: printer.duplex ?? undefined };
    return { printer: abilities, prices, currency: printer.currency };
  }

  /**
   * The chosen documents with their prices, in the chosen order, each exactly as the person accepted it.
   * @throws Refusal `printer.unpriced`; `quote.changed` when a document is gone, or has other pages, other
   *   options, or another price
   */
  async agreedLines(ownerId: string, chosen: ChosenDocuments, printer: Printer): Promise<Line[]> {
    const ids = chosen.map(({ documentId }) => documentId);
    if (new Set(ids).size !== ids.length)
      throw new Refusal('request.invalid', 'A document was chosen twice.');
    const [priced, ready] = await Promise.all([
      this.pricedPrinter(printer),
      this.documents.readyAmong(ownerId, ids),
    ]);
    return chosen.map((agreed) => {
      const document = ready.get(agreed.documentId);
      const quoted = document && quote(document, priced);
      if (!document || !quoted || !isAgreed(document, quoted, agreed)) throw new Refusal('quote.changed');
      return { document, quoted, copies: agreed.copies ?? 1 };
    });
  }
}
