import { Injectable } from '@nestjs/common';
import type { OwnPrinter, OwnPrintersAnswer, PrinterNow } from '@sixpence/contracts/http/own-printers';
import { DocumentsService, type ReadyDocument } from '../documents/documents.service.js';
import type { PriceList } from '../sites/price.js';
import { PricesService } from '../sites/prices.service.js';
import { type NearbyPrinter, NearbyPrinters } from './views/nearby-printers.query.js';
import { PrintersUsableAgain, type PrinterUsableAgain } from './views/printers-usable-again.query.js';
import { quote } from '../panels/quote.js';

/**
 * The printers at sites where a person printed recently, or that the person chose: their state, and the
 * prices of the person's documents.
 */
@Injectable()
export class NearbyPrintersService {
  constructor(
    private readonly printers: NearbyPrinters,
    private readonly usableAgain: PrintersUsableAgain,
    private readonly documents: DocumentsService,
    private readonly prices: PricesService,
  ) {}

  async printersOf(ownerId: string): Promise<OwnPrintersAnswer> {
    const printers = await this.printers.printersOf(ownerId);
    if (printers.length === 0) return { documents: [], printers: [] };
    const [ready, lists] = await Promise.all([
      this.documents.readyDocuments(ownerId),
      this.priceListsOf(printers),
    ]);
    return {
      documents: ready.map(({ documentId, revision, side, isColor }) => ({
        orderId: documentId,
        revision,
        side,
        isColor,
      })),
      printers: printers.map((printer) => ownPrinterOf(printer, ready, lists.get(printer.siteId))),
    };
  }

  /**
   * The current state of a printer. If it became usable again recently, also which of these people gave up at
   * it. Undefined when the printer does not exist.
   */
  async currentState(
    printerId: string,
    ownerIds: readonly string[],
  ): Promise<{ printer: PrinterNow; usableAgain: PrinterUsableAgain[] } | undefined> {
    const known = await this.printers.printerWithId(printerId);
    if (!known) return undefined;
    return {
      printer: printerNowOf(known),
      usableAgain: known.isBack ? await this.usableAgain.usableAgainFor(ownerIds, printerId) : [],
    };
  }

  /** The printers at which a person gave up and that are usable again. */
  usableAgainFor(ownerId: string): Promise<PrinterUsableAgain[]> {
    return this.usableAgain.usableAgainFor([ownerId]);
  }

  /** The sites whose printers are shown to a person. */
  sitesOf(ownerId: string): Promise<string[]> {
    return this.printers.sitesOf(ownerId);
  }

  private async priceListsOf(
    printers: readonly NearbyPrinter[],
  ): Promise<Map<string, PriceList | undefined>> {
    const siteIds = [...new Set(printers.map(({ siteId }) => siteId))];
    return new Map(
      await Promise.all(siteIds.map(async (id) => [id, await this.prices.current(id)] as const)),
    );
  }
}

function ownPrinterOf(
  printer: NearbyPrinter,
  documents: readonly ReadyDocument[],
  prices: PriceList | undefined,
): OwnPrinter {
  const { currency, color, duplex } = printer;
  const abilities = { color: color ?? undefined, duplex: duplex ?? undefined };
  return {
    ...printerNowOf(printer),
    ...(prices && {
      prices: documents.map((document) => quote(document, { printer: abilities, prices, currency }).price),
    }),
  };
}

function printerNowOf(printer: NearbyPrinter): PrinterNow {
  const { id, name, site, reasons, online, color, duplex } = printer;
  return { id, name, site, state: stateOf(printer), reasons, online, color, duplex };
}

/** A printer that accepts no jobs is shown as stopped, even while it prints. */
function stateOf({ state, accepting }: NearbyPrinter): OwnPrinter['state'] {
  if (state === null) return 'unreachable';
  return accepting || state === 'unreachable' ? state : 'stopped';
}
