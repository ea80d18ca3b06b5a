import { z } from 'zod';
import { countries, enquiryLimits, productSheets } from '../enquiries.js';
import { plainText } from '../values.js';
import { emailSchema } from './accounts.js';
import type { Call } from './call.js';

/** One line also in mail programs that know Unicode's own ends of lines. */
const oneLine = (maxLength: number) => plainText(maxLength).regex(/^[^\u2028\u2029]*$/);

/** One line with something in it. */
const line = (maxLength: number) =>
  oneLine(maxLength)
    .trim()
    .refine((text) => text !== '');

/** Text of several lines, as people paste it: of what controls machines only ends of lines and tabs are kept. */
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
  /** No person sees this field: what fills it in is a program, which is told yes and not listened to. */
  reference: z.string().max(1_000).optional(),
};

/** `POST /contact` */
export const contactRequest = z.object({
  ...asker,
  comment: text.refine((comment) => comment !== ''),
  /** What `GET /get-user-location` said; empty where that does not know. */
  detectedCountry: oneLine(100).default(''),
  detectedCity: oneLine(200).default(''),
});
export type ContactRequest = z.output<typeof contactRequest>;

/** `POST /brochure-request` */
export const brochureRequest = z.object({
  ...asker,
  company: line(enquiryLimits.company),
  productSheet: z.enum(productSheets),
  additionalInfo: text.default(''),
});
export type BrochureRequest = z.output<typeof brochureRequest>;

/** What is not well-formed costs little; what is counts by the hour besides. */
const asPeopleWrite: Call['budget'] = { network: { points: 60, seconds: 60 } };

export const enquiryCalls = {
  contact: {
    method: 'POST',
    path: '/contact',
    summary: 'A message to the people behind the service',
    proof: 'none',
    budget: asPeopleWrite,
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
    budget: asPeopleWrite,
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
