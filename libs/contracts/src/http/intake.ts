import { z } from 'zod';
import { documentLimits } from '../limits.js';
import { notTakenReasons } from '../not-taken.js';
import { plainText } from '../values.js';
import { personBudget, type Call } from './call.js';
import { sideSchema } from './documents.js';

/**
 * Calls of print by mail: those of the intake with its own token, and the print address for the dashboard.
 */

/** The most documents of one mail. Further ones are not taken, for the reason `too-many`. */
export const mostMailedDocuments = 20;

/** `POST /intake/sender`: an address that is proven to be the sender's. */
export const senderRequest = z.object({ address: plainText(254) });

/** The sender's remaining quota. An unknown sender is refused. */
const senderAnswer = z.object({
  left: z.object({ documents: z.int().min(0), bytes: z.int().min(0) }),
});
export type SenderAnswer = z.infer<typeof senderAnswer>;

const notTakenSchema = z.object({ name: z.string().max(255), why: z.enum(notTakenReasons) });
export type NotTaken = z.infer<typeof notTakenSchema>;

/** `POST /intake/mails`: one mail of a proven sender, with all its documents in their order. */
export const mailRequest = z.object({
  address: plainText(254),
  /** Identifies the mail, also when it is delivered again: SHA-256, in hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  documents: z
    .array(
      z.object({
        name: z.string(),
        byteLength: z.int().min(0).max(documentLimits.fileBytes),
      }),
    )
    .min(1)
    .max(mostMailedDocuments),
  /** Sides and colour, where the mail specifies them. */
  side: sideSchema.optional(),
  isColor: z.boolean().optional(),
  /** The id to which the reply refers, if the mail has one. */
  messageId: plainText(998).optional(),
  notTaken: z.array(notTakenSchema).max(100).default([]),
});
export type MailRequest = z.output<typeof mailRequest>;
/** The request as the intake sends it; fields with a default may be absent. */
export type SentMailRequest = z.input<typeof mailRequest>;

const mailAnswer = z.object({
  mailId: z.uuid(),
  /** True when the same mail was delivered before and its documents exist: nothing remains to do. */
  isDone: z.boolean(),
  /** Paths below core's address, one for each document: PUT its bytes there as `application/octet-stream`. */
  addresses: z.array(z.string()),
});
export type MailAnswer = z.infer<typeof mailAnswer>;

/**
 * `POST /intake/mails/<id>/done`: all bytes have arrived. Atomic: after the answer all documents exist, or
 * none.
 */
const mailDoneRequest = z.object({ id: z.uuid() });

/** `GET /print-address`: null where print by mail is off. */
const printAddressAnswer = z.object({ address: z.string().nullable() });
export type PrintAddressAnswer = z.infer<typeof printAddressAnswer>;

/** A user's settings for print by mail. */
const mailChoices = z.object({
  /** True when mails from the user's addresses become documents. */
  takesMail: z.boolean(),
  /** True when each mail gets a reply with its result. */
  answersMail: z.boolean(),
});
export type MailChoices = z.infer<typeof mailChoices>;

const exampleAddress = 'anna@example.com';

export const intakeCalls = {
  mailSender: {
    method: 'POST',
    path: '/intake/sender',
    summary: 'Whether the person with this proven address may send documents, for the intake',
    proof: 'intake token',
    request: senderRequest,
    example: { address: exampleAddress },
    answer: senderAnswer,
    refusals: ['account.unknown', 'account.locked', 'mail.switched-off', 'document.quota'],
  },
  beginMail: {
    method: 'POST',
    path: '/intake/mails',
    summary: 'Signed addresses for the documents of one mail, for the intake',
    proof: 'intake token',
    request: mailRequest,
    example: {
      address: exampleAddress,
      digest: '0'.repeat(64),
      documents: [{ name: 'essay.pdf', byteLength: 48_213 }],
    },
    answer: mailAnswer,
    refusals: [
      'account.unknown',
      'account.locked',
      'mail.switched-off',
      'document.name',
      'document.type',
      'document.quota',
      'storage.full',
    ],
  },
  endMail: {
    method: 'POST',
    path: '/intake/mails/:id/done',
    summary: 'All documents of a mail are there from now on, or none, for the intake',
    proof: 'intake token',
    request: mailDoneRequest,
    example: { id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' },
    refusals: ['mail.unknown', 'storage.unknown', 'document.quota'],
  },
  printAddress: {
    method: 'GET',
    path: '/print-address',
    summary: 'The address to which documents are mailed',
    proof: 'session',
    budget: personBudget,
    answer: printAddressAnswer,
  },
  mailChoices: {
    method: 'GET',
    path: '/mail-choices',
    summary: 'Whether mails of this person are accepted, and answered',
    proof: 'session',
    budget: personBudget,
    answer: mailChoices,
  },
  chooseMail: {
    method: 'POST',
    path: '/mail-choices',
    summary: 'Choose whether mails of this person are accepted, and answered',
    proof: 'session',
    budget: personBudget,
    request: mailChoices,
    example: { takesMail: true, answersMail: false },
  },
} as const satisfies Record<string, Call>;
