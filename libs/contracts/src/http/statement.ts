import { z } from 'zod';
import { asPeopleClick, type Call } from './call.js';
import { anyCaseCurrency } from './credits.js';

/** `GET /monthly-pages`: impressions that were paid for since the first of the month, by the price they had. */
export const monthlyPagesAnswer = z.object({ monoPages: z.int(), colorPages: z.int() });
export type MonthlyPagesAnswer = z.infer<typeof monthlyPagesAnswer>;

/** The periods of a statement (specification §4): the calendar month to date, and rolling six and twelve months. */
export const statementPeriods = ['last_month', 'last_6_months', 'last_12_months'] as const;
export type StatementPeriod = (typeof statementPeriods)[number];

/** What a row of the statement is about. `Admin` is a top-up by staff; the others say it in their file name. */
export const entryTypes = [
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
export const statementEntry = z.object({
  type: z.enum(entryTypes),
  /** What the page shows in its first column, unless the type is `Admin`. */
  fileName: z.string(),
  /** Pages that were paid for; 0 where nothing was printed. */
  totalPages: z.int(),
  /** Major units, negative when it left the balance. */
  amount: z.number(),
  /** ISO 8601, UTC. */
  timeStamp: z.string(),
  id: z.string(),
  /** Of the pages, those at the price of colour. */
  colorPages: z.int().optional(),
  /** Which pages of the document they are, when they are not all of it: from page to page, by the whole one's numbers. */
  which: z.array(z.tuple([z.int(), z.int()])).optional(),
  /** Pages that were held for and did not come out, and their price in major units. */
  cameBack: z.object({ pages: z.int(), amount: z.number() }).optional(),
  /** The payment whose receipt there is (`GET /receipt/<id>`). */
  receipt: z.uuid().optional(),
});
export type StatementEntry = z.infer<typeof statementEntry>;

/** `POST /user-account-statement`: an unknown period is an empty list. */
export const statementRequest = z.object({
  period: z.string().max(40),
  currency: anyCaseCurrency,
  /** Where the page of before ended. */
  cursor: z.string().max(200).optional(),
});
export const statementAnswer = z.object({
  orders: z.array(statementEntry),
  /** There is more: ask again with it. */
  cursor: z.string().optional(),
});
export type StatementAnswer = z.infer<typeof statementAnswer>;

/** `GET /statement-file?period=&currency=&format=pdf|csv` */
export const statementFileRequest = z.object({
  period: z.enum(statementPeriods),
  currency: anyCaseCurrency,
  format: z.enum(['pdf', 'csv']),
});

/** `GET /get-user-location`: empty where it is not known. */
export const locationAnswer = z.object({ country_code: z.string(), city: z.string() });
export type LocationAnswer = z.infer<typeof locationAnswer>;

/** Files are drawn, which takes longer than a look: a statement some seconds, a receipt a part of one. */
const statements: Call['budget'] = { person: { points: 6, seconds: 60 } };
const receipts: Call['budget'] = { person: { points: 20, seconds: 60 } };

export const statementCalls = {
  monthlyPages: {
    method: 'GET',
    path: '/monthly-pages',
    summary: 'Pages printed this month',
    proof: 'session',
    budget: asPeopleClick,
    answer: monthlyPagesAnswer,
  },
  userAccountStatement: {
    method: 'POST',
    path: '/user-account-statement',
    summary: 'What moved the balance, newest first',
    proof: 'session',
    budget: asPeopleClick,
    request: statementRequest,
    example: { period: 'last_month', currency: 'GBP' },
    answer: statementAnswer,
  },
  statementFile: {
    method: 'GET',
    path: '/statement-file',
    summary: 'The statement of a period as a PDF or CSV file',
    proof: 'session',
    budget: statements,
    request: statementFileRequest,
    example: { period: 'last_month', currency: 'GBP', format: 'csv' },
    answer: 'application/octet-stream',
  },
  receipt: {
    method: 'GET',
    path: '/receipt/:id',
    summary: 'The receipt of a top-up as a PDF file',
    proof: 'session',
    budget: receipts,
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
