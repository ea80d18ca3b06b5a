import { z } from 'zod';
import { countries, enquiryLimits, productSheets } from '../enquiries.js';
import { plainText } from '../values.js';
import { emailSchema } from './accounts.js';
import type { Call } from './call.js';

/** One line, also in mail programs that know Unicode's line separators. */
const oneLine = (maxLength: number) => plainText(maxLength).regex(/^[^\u2028\u2029]*$/);

/** A line that is not empty. */
const line = (maxLength: number) =>
  oneLine(maxLength)
    .trim()
    .refine((text) => text !== '');

/** Text of several lines, possibly pasted. Of the control characters only line ends and tabs are kept. */
const text = z
  .string()
  .max(enquiryLimits.text, { abort: true })
  .transform((pasted) => pasted.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ''))
  .transform((kept) => kept.trim());

const asker = {
  firstName: line(enquiryLimits.name),
  lastName: line(enquiryLimits.name),
  email: emailSchema,
  country: z.enum(countries),
  /**
   * An input that people cannot see. A program that fills it in gets a success answer, and its enquiry is
   * dropped.
   */
  reference: z.string().max(1_000).optional(),
};

/** `POST /contact` */
const contactRequest = z.object({
  ...asker,
  comment: text.refine((comment) => comment !== ''),
  /** The answer of `GET /get-user-location`; empty where that is unknown. */
  detectedCountry: oneLine(100).default(''),
  detectedCity: oneLine(200).default(''),
});
export type ContactRequest = z.output<typeof contactRequest>;

/** `POST /brochure-request` */
const brochureRequest = z.object({
  ...asker,
  company: line(enquiryLimits.company),
  productSheet: z.enum(productSheets),
  additionalInfo: text.default(''),
});
export type BrochureRequest = z.output<typeof brochureRequest>;

/** The budget of invalid enquiries, which cost little. Valid ones have an hourly budget in addition. */
const enquiryBudget: Call['budget'] = { network: { points: 60, seconds: 60 } };

export const enquiryCalls = {
  contact: {
    method: 'POST',
    path: '/contact',
    summary: 'A message to the people behind the service',
    proof: 'none',
    budget: enquiryBudget,
    request: contactRequest,
    example: {
      firstName: 'Anna',
      lastName: 'Smith',
      email: 'anna@example.com',
      country: 'United Kingdom',
      comment: 'Can we have a printer in the lobby?',
      detectedCountry: 'GB',
      detectedCity: '',
    },
  },
  brochureRequest: {
    method: 'POST',
    path: '/brochure-request',
    summary: 'A product sheet, mailed as PDF',
    proof: 'none',
    budget: enquiryBudget,
    request: brochureRequest,
    example: {
      firstName: 'Anna',
      lastName: 'Smith',
      email: 'anna@example.com',
      company: 'Hotel Smith',
      country: 'United Kingdom',
      productSheet: 'Hospitality',
      additionalInfo: '',
    },
  },
} as const satisfies Record<string, Call>;
