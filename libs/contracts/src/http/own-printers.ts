import { z } from 'zod';
import { moneySchema } from '../money.js';
import { printerStateSchema } from '../printer-states.js';
import { asPeopleClick, type Call } from './call.js';
import { sideSchema } from './documents.js';
import { jobReasonSchema } from './release.js';

/** A document and the options for which its prices hold: one that has changed since has no price here. */
export const pricedDocument = z.object({
  orderId: z.uuid(),
  revision: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
});
export type PricedDocument = z.infer<typeof pricedDocument>;

/** How a printer is, for whoever may walk there. */
export const printerNow = z.object({
  id: z.uuid(),
  name: z.string(),
  site: z.string(),
  /** What it last said of itself; `unreachable` while it has said nothing. */
  state: printerStateSchema,
  reasons: z.array(jobReasonSchema),
  /** False while the box that drives it is not connected. */
  online: z.boolean(),
  /** Null until the printer has said so, as is `duplex`. */
  color: z.boolean().nullable(),
  duplex: z.boolean().nullable(),
});
export type PrinterNow = z.infer<typeof printerNow>;

/** A printer as somebody sees it who may walk there. */
export const ownPrinter = printerNow.extend({
  /** Of the answer's documents, in their order; absent while the site has no prices. */
  prices: z.array(moneySchema).optional(),
});
export type OwnPrinter = z.infer<typeof ownPrinter>;

/** `GET /own-printers` */
export const ownPrintersAnswer = z.object({
  documents: z.array(pricedDocument),
  printers: z.array(ownPrinter),
});
export type OwnPrintersAnswer = z.infer<typeof ownPrintersAnswer>;

export const ownPrinterCalls = {
  ownPrinters: {
    method: 'GET',
    path: '/own-printers',
    summary:
      'Printers of the sites where the person has printed lately, with what their documents cost there',
    proof: 'session',
    budget: asPeopleClick,
    answer: ownPrintersAnswer,
  },
} as const satisfies Record<string, Call>;
