import { Inject, Injectable } from '@nestjs/common';
import { mostCopies, type PanelDocument, type PanelListing } from '@sixpence/contracts/agent/gateway';
import { pageRanges } from '@sixpence/contracts/printing/page-ranges';
import { sum } from '@sixpence/money/money';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { CreditsService } from '../money/ledger/credits.service.js';
import { DocumentsService, type ReadyDocument } from '../documents/documents.service.js';
import { PrintersService } from '../sites/printers.service.js';
import { PanelPicturesService } from './panel-pictures.service.js';
import type { PanelSession } from './panel-sessions.service.js';
import { quote, type PricedPrinter } from './quote.js';
import { QuotesService } from './quotes.service.js';

/** The list at a panel: the person's documents with their prices at this printer, and the spendable money. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly documents: DocumentsService,
    private readonly credits: CreditsService,
    private readonly printers: PrintersService,
    private readonly quotes: QuotesService,
    private readonly pictures: PanelPicturesService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  async listing(agentId: string, session: PanelSession): Promise<PanelListing> {
    const printer = await this.printers.forAgent(agentId, session.printerId);
    const priced = await this.quotes.pricedPrinter(printer);
    const [ready, processing, wallets] = await Promise.all([
      this.documents.readyDocuments(session.ownerId),
      this.documents.processingCount(session.ownerId),
      this.credits.wallets(session.ownerId),
    ]);
    const documents = ready.map((document) => {
      const { documentId, revision } = document;
      const shown = { panelSessionId: session.id, documentId, revision };
      return { ...panelDocumentOf(document, priced), picturePath: this.pictures.pathOf(shown) };
    });
    const available = sum(
      wallets.filter(({ currency }) => currency === printer.currency),
      printer.currency,
    );
    const prices = documents.map(({ price }) => price);
    const isShort = sum(prices, printer.currency).minor > available.minor;
    return {
      panelSessionId: session.id,
      documents,
      processing,
      available,
      otherWallets: isShort
        ? wallets.filter(({ currency, minor }) => currency !== printer.currency && minor > 0)
        : [],
      topUpUrl: new URL('/credits', this.config.PUBLIC_URL).href,
      mostCopies,
    };
  }
}

function panelDocumentOf(document: ReadyDocument, priced: PricedPrinter): PanelDocument {
  const { side, isColor, price } = quote(document, priced);
  return {
    documentId: document.documentId,
    revision: document.revision,
    fileName: document.fileName,
    pages: document.pages.length,
    side,
    isColor,
    price,
    ...(document.printedAt && { printedAt: document.printedAt.toISOString() }),
    ...(document.leftOut.length > 0 && {
      rest: { pages: firstRanges(document.numbers), printed: firstRanges(document.leftOut) },
    }),
  };
}

/** The first four ranges, so that a list of documents with hundreds of pages stays short. */
function firstRanges(pages: readonly number[]): [number, number][] {
  return pageRanges(pages).slice(0, 4);
}
