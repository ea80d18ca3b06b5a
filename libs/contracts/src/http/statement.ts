import { z } from 'zod';
import { personBudget, type Call } from './call.js';
import { anyCaseCurrency } from './credits.js';

/**
 * `GET /monthly-pages`: impressions that were paid for since the first of the month, separately at the price
 * of black-and-white and at the price of colour.
 */
const monthlyPagesAnswer = z.object({ monoPages: z.int(), colorPages: z.int() });
export type MonthlyPagesAnswer = z.infer<typeof monthlyPagesAnswer>;

/**
 * The periods of a statement (specification §4): the calendar month to date, and rolling six and twelve
 * months.
 */
export const statementPeriods = ['last_month', 'last_6_months', 'last_12_months'] as const;
export type StatementPeriod = (typeof statementPeriods)[number];

/** The kinds of rows. `Admin` is a top-up by staff; the file name of the other rows describes them. */
const entryTypes = [
  'Print',
  'TopUp',
  'Admin',
  'Refund',
  'GiveBack',
  'Legacy',
  'Dispute',
  'Forfeited',
] as const;

/** One row of the statement. */
const statementEntry = z.object({
  type: z.enum(entryTypes),
  /** The text of the row's first column on the page, unless the type is `Admin`. */
  fileName: z.string(),
  /** Pages that were paid for; 0 where nothing was printed. */
  totalPages: z.int(),
  /** Major units; negative when the money left the balance. */
  amount: z.number(),
  /** ISO 8601, UTC. */
  timeStamp: z.string(),
  id: z.string(),
  /** The number of pages with the price of colour. */
  colorPages: z.int().optional(),
  /**
   * The printed pages when they are only a part of the document: ranges in the numbers of the whole document.
   */
  which: z.array(z.tuple([z.int(), z.int()])).optional(),
  /** Pages of the hold that were not printed, and their price in major units. */
  cameBack: z.object({ pages: z.int(), amount: z.number() }).optional(),
  /** The payment with a receipt (`GET /receipt/<id>`). */
  receipt: z.uuid().optional(),
});
export type StatementEntry = z.infer<typeof statementEntry>;

/** `POST /user-account-statement`: an unknown period returns an empty list. */
const statementRequest = z.object({
  period: z.string().max(40),
  currency: anyCaseCurrency,
  /** The end of the previous page of rows. */
  cursor: z.string().max(200).optional(),
});
export const statementAnswer = z.object({
  orders: z.array(statementEntry),
  /** Present when there are more rows: send it with the next request. */
  cursor: z.string().optional(),
});
export type StatementAnswer = z.infer<typeof statementAnswer>;

/** `GET /statement-file?period=&currency=&format=pdf|csv` */
const statementFileRequest = z.object({
  period: z.enum(statementPeriods),
  currency: anyCaseCurrency,
  format: z.enum(['pdf', 'csv']),
});

/** `GET /get-user-location`: empty where the location is unknown. */
const locationAnswer = z.object({ country_code: z.string(), city: z.string() });
export type LocationAnswer = z.infer<typeof locationAnswer>;

/** Drawing a file is slow: a statement takes some seconds, a receipt less than one. */
const statementBudget: Call['budget'] = { person: { points: 6, seconds: 60 } };
const receiptBudget: Call['budget'] = { person: { points: 20, seconds: 60 } };

export const statementCalls = {
  monthlyPages: {
    method: 'GET',
    path: '/monthly-pages',
    summary: 'Pages printed this month',
    proof: 'session',
    budget: personBudget,
    answer: monthlyPagesAnswer,
  },
  userAccountStatement: {
    method: 'POST',
    path: '/user-account-statement',
    summary: 'What moved the balance, newest first',
    proof: 'session',
    budget: personBudget,
    request: statementRequest,
    example: { period: 'last_month', currency: 'GBP' },
    answer: statementAnswer,
  },
  statementFile: {
    method: 'GET',
    path: '/statement-file',
    summary: 'The statement of a period as a PDF or CSV file',
    proof: 'session',
    budget: statementBudget,
    request: statementFileRequest,
    example: { period: 'last_month', currency: 'GBP', format: 'csv' },
    answer: 'application/octet-stream',
  },
  receipt: {
    method: 'GET',
    path: '/receipt/:id',
    summary: 'The receipt of a top-up as a PDF file',
    proof: 'session',
    budget: receiptBudget,
    request: z.object({ id: z.uuid() }),
    example: { id: '0199f3a0-7c11-7e52-9d0f-3b1f6a2c4d5e' },
    answer: 'application/pdf',
    refusals: ['payment.unknown'],
  },
  getUserLocation: {
    method: 'GET',
    path: '/get-user-location',
    summary: 'The country that an address belongs to',
    proof: 'none',
    budget: { network: { points: 120, seconds: 60 } },
    answer: locationAnswer,
  },
} as const satisfies Record<string, Call>;
