import { Injectable } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import { DocumentsService, type ReadyDocument } from '../documents/documents.service.js';
import { PricesService } from '../sites/prices.service.js';
import type { Printer } from '../sites/printers.service.js';
import { isAgreed, quote, type Place, type Quote } from './quote.js';

/** A document the person agreed to print, with its price. */
export interface Line {
  document: ReadyDocument;
  quoted: Quote;
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
  async placeOf(printer: Printer, tx?: EntityManager): Promise<Place> {
    const prices = await this.prices.current(printer.siteId, tx);
    if (!prices)
      throw new Refusal('printer.unpriced', 'This printer has no prices yet. Please ask the staff.');
    const abilities = { color: printer.color ?? undefined, duplex: printer.duplex ?? undefined };
    return { printer: abilities, prices, currency: printer.currency };
  }

  /**
   * The chosen documents in the order they were chosen, locked until the transaction ends, each exactly as agreed.
   * @throws Refusal `quote.changed` when any of them is gone, or has other pages, options, or another price
   */
  async agreed(tx: EntityManager, ownerId: string, chosen: Chosen, place: Place): Promise<Line[]> {
    const ids = [...new Set(chosen.map(({ documentId }) => documentId))].sort();
    if (ids.length !== chosen.length) throw new Refusal('request.invalid', 'A document was chosen twice.');
    const locked = new Map<string, ReadyDocument>();
    for (const id of ids) locked.set(id, await this.lockReady(tx, ownerId, id));
    return chosen.map((agreed) => {
      const document = locked.get(agreed.documentId);
      const quoted = document && quote(document, place);
      if (!document || !quoted || !isAgreed(document, quoted, agreed)) throw quoteChanged();
      return { document, quoted };
    });
  }

  private async lockReady(tx: EntityManager, ownerId: string, documentId: string): Promise<ReadyDocument> {
    try {
      return await this.documents.readyDocument(tx, ownerId, documentId);
    } catch (error) {
      if (error instanceof Refusal) throw quoteChanged(error);
      throw error;
    }
  }
}

function quoteChanged(cause?: Error): Refusal {
  return new Refusal('quote.changed', 'Something has changed. Please look again.', undefined, { cause });
}
