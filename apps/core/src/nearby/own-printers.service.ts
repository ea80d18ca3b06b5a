import { Injectable } from '@nestjs/common';
import type { OwnPrinter, OwnPrintersAnswer, PrinterNow } from '@sixpence/contracts/http/own-printers';
import { DocumentsService, type ReadyDocument } from '../documents/documents.service.js';
import type { PriceList } from '../sites/price.js';
import { PricesService } from '../sites/prices.service.js';
import { type KnownPrinter, OwnPrinters } from './views/own-printers.query.js';
import { PrinterReturns, type PrinterReturn } from './views/printer-returns.query.js';
import { quote } from '../panels/quote.js';

/** Shows a person, before they walk, the state of printers and the price of their documents there. */
@Injectable()
export class OwnPrintersService {
  constructor(
    private readonly known: OwnPrinters,
    private readonly returns: PrinterReturns,
    private readonly documents: DocumentsService,
    private readonly prices: PricesService,
  ) {}

  async printersOf(ownerId: string): Promise<OwnPrintersAnswer> {
    const printers = await this.known.printersOf(ownerId);
    if (printers.length === 0) return { documents: [], printers: [] };
    const [ready, lists] = await Promise.all([
      this.documents.readyDocuments(ownerId),
      this.listsOf(printers),
    ]);
    return {
      documents: ready.map(({ documentId, revision, side, isColor }) => ({
        orderId: documentId,
        revision,
        side,
        isColor,
      })),
      printers: printers.map((printer) => shown(printer, ready, lists.get(printer.siteId))),
    };
  }

  /**
   * The current state of a printer and, if it became usable again recently, the people among these who gave
   * up at it. Undefined when the printer does not exist.
   */
  async now(
    printerId: string,
    ownerIds: readonly string[],
  ): Promise<{ printer: PrinterNow; returns: PrinterReturn[] } | undefined> {
    const known = await this.known.one(printerId);
    if (!known) return undefined;
    return {
      printer: nowOf(known),
      returns: known.isBack ? await this.returns.returnsOf(ownerIds, printerId) : [],
    };
  }

  /** The printers at which a person gave up and that are usable again. */
  returnsFor(ownerId: string): Promise<PrinterReturn[]> {
    return this.returns.returnsOf([ownerId]);
  }

  /** The sites whose printers are shown to a person. */
  sitesOf(ownerId: string): Promise<string[]> {
    return this.known.sitesOf(ownerId);
  }

  private async listsOf(printers: readonly KnownPrinter[]): Promise<Map<string, PriceList | undefined>> {
    const siteIds = [...new Set(printers.map(({ siteId }) => siteId))];
    return new Map(
      await Promise.all(siteIds.map(async (id) => [id, await this.prices.current(id)] as const)),
    );
  }
}

function shown(
  printer: KnownPrinter,
  documents: readonly ReadyDocument[],
  prices: PriceList | undefined,
): OwnPrinter {
  const { currency, color, duplex } = printer;
  const abilities = { color: color ?? undefined, duplex: duplex ?? undefined };
  return {
    ...nowOf(printer),
    ...(prices && {
      prices: documents.map((document) => quote(document, { printer: abilities, prices, currency }).price),
    }),
  };
}

function nowOf(printer: KnownPrinter): PrinterNow {
  const { id, name, site, reasons, online, color, duplex } = printer;
  return { id, name, site, state: stateOf(printer), reasons, online, color, duplex };
}

/** A printer that accepts no jobs is shown as stopped, even while it prints. */
function stateOf({ state, accepting }: KnownPrinter): OwnPrinter['state'] {
  if (state === null) return 'unreachable';
  return accepting || state === 'unreachable' ? state : 'stopped';
}
