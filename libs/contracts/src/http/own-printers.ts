import { z } from 'zod';
import { moneySchema } from '../money.js';
import { plainText } from '../values.js';
import { printerStateSchema } from '../printing/printer-states.js';
import { personBudget, type Call } from './call.js';
import { sideSchema } from './documents.js';
import { jobReasonSchema } from './release.js';

/** A document and the options for which its prices hold. If it has changed since, it has no price here. */
const pricedDocument = z.object({
  orderId: z.uuid(),
  revision: z.int(),
  side: sideSchema,
  isColor: z.boolean(),
});
export type PricedDocument = z.infer<typeof pricedDocument>;

/** A printer's current state for users who may go there. */
export const printerNow = z.object({
  id: z.uuid(),
  name: z.string(),
  site: z.string(),
  /** The printer's last report; `unreachable` before the first one. */
  state: printerStateSchema,
  reasons: z.array(jobReasonSchema),
  /** False while the box that drives the printer is not connected. */
  online: z.boolean(),
  /** Null until the printer has reported it, like `duplex`. */
  color: z.boolean().nullable(),
  duplex: z.boolean().nullable(),
});
export type PrinterNow = z.infer<typeof printerNow>;

/** A printer with the prices of the user's documents. */
const ownPrinter = printerNow.extend({
  /** The prices of the answer's documents, in their order; absent while the site has no prices. */
  prices: z.array(moneySchema).optional(),
});
export type OwnPrinter = z.infer<typeof ownPrinter>;

/** `GET /own-printers` */
const ownPrintersAnswer = z.object({
  documents: z.array(pricedDocument),
  printers: z.array(ownPrinter),
});
export type OwnPrintersAnswer = z.infer<typeof ownPrintersAnswer>;

/** `GET /find-sites?name=…`; an empty name finds the sites that the user has chosen. */
const findSitesRequest = z.object({ name: plainText(100).default('') });
const foundSite = z.object({
  id: z.uuid(),
  name: z.string(),
  organisation: z.string(),
  chosen: z.boolean(),
});
export type FoundSite = z.infer<typeof foundSite>;
const findSitesAnswer = z.object({ sites: z.array(foundSite) });

/** `POST /choose-site` */
const chooseSiteRequest = z.object({ siteId: z.uuid(), chosen: z.boolean() });

export const ownPrinterCalls = {
  findSites: {
    method: 'GET',
    path: '/find-sites',
    summary: 'Sites by a part of their name; without a name the sites that the person has chosen',
    proof: 'session',
    budget: personBudget,
    request: findSitesRequest,
    example: { name: 'library' },
    answer: findSitesAnswer,
  },
  chooseSite: {
    method: 'POST',
    path: '/choose-site',
    summary: 'Show the printers of a site on the dashboard, or stop showing them',
    proof: 'session',
    budget: personBudget,
    request: chooseSiteRequest,
    example: { siteId: '018f4e9a-7c1e-7d3a-9f6b-2c5d8e7f1a2b', chosen: true },
    refusals: ['site.unknown', 'site.full'],
  },
  ownPrinters: {
    method: 'GET',
    path: '/own-printers',
    summary:
      'Printers of the sites that the person has used lately or chosen, with the prices of their documents',
    proof: 'session',
    budget: personBudget,
    answer: ownPrintersAnswer,
  },
} as const satisfies Record<string, Call>;
