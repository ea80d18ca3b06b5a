import { z } from 'zod';
import { providerNames } from '../provider-names.js';
import { codeAnswer, emailSchema, newPassword, typedCode } from './accounts.js';
import { personBudget, type Call } from './call.js';

/** Calls of the account page, where users see and change their own account. */

/** `GET /account-details`; times are ISO 8601. */
const accountDetailsAnswer = z.object({
  /** Proven addresses only; the primary one comes first. */
  addresses: z.array(
    z.object({
      address: z.string(),
      isPrimary: z.boolean(),
      /** True when mail to the address is refused. */
      isUndeliverable: z.boolean(),
      provenAt: z.iso.datetime(),
      /** When a removed address leaves the account; null for an address that stays. */
      leavesAt: z.iso.datetime().nullable(),
    }),
  ),
  hasPassword: z.boolean(),
  /** The identity providers with which the user can sign in. */
  providers: z.array(z.object({ provider: z.enum(providerNames), address: z.string().nullable() })),
  /** The most recently seen session comes first. */
  sessions: z.array(
    z.object({
      id: z.uuid(),
      /** A description in words; null when the browser sent none. */
      device: z.string().nullable(),
      firstSeenAt: z.iso.datetime(),
      /** Accurate to a few minutes. */
      lastSeenAt: z.iso.datetime(),
      isThis: z.boolean(),
    }),
  ),
});
export type AccountDetails = z.infer<typeof accountDetailsAnswer>;

/** `POST /address-add`, `/address-remove`, and `/address-primary` */
const addressRequest = z.object({ email: emailSchema });

/** `POST /address-confirm` */
const addressConfirmRequest = z.object({ email: emailSchema, code: typedCode });

/** `POST /address-stop`, with the token of the link in a mail. */
const addressStopRequest = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** `POST /password-change`. `present` is absent when the user has no password. */
const passwordChangeRequest = z.object({
  present: z.string().max(1024).optional(),
  password: newPassword,
});

/** `POST /session-end`: one session by its id, or all sessions including this one. */
const sessionEndRequest = z
  .object({ id: z.uuid().optional(), all: z.literal(true).optional() })
  .refine(({ id, all }) => (id === undefined) !== (all === undefined));

const secondAddress = 'anna.smith@example.com';

export const accountPageCalls = {
  accountDetails: {
    method: 'GET',
    path: '/account-details',
    summary: 'What the account page shows: addresses, password, providers, sessions',
    proof: 'session',
    budget: personBudget,
    answer: accountDetailsAnswer,
  },
  addressAdd: {
    method: 'POST',
    path: '/address-add',
    summary: 'Mail a one-time code to one more address of the person',
    proof: 'session',
    // Mails to unknown addresses have a smaller budget of their own.
    budget: personBudget,
    request: addressRequest,
    example: { email: secondAddress },
    answer: codeAnswer,
    refusals: ['address.taken', 'address.yours', 'address.full'],
  },
  addressConfirm: {
    method: 'POST',
    path: '/address-confirm',
    summary: 'Add the address with the code that was mailed to it for this session',
    proof: 'session',
    budget: personBudget,
    request: addressConfirmRequest,
    example: { email: secondAddress, code: '123456' },
    refusals: ['address.wrong-code', 'address.taken', 'address.yours', 'address.full'],
  },
  addressRemove: {
    method: 'POST',
    path: '/address-remove',
    summary: 'Remove an address; it goes after 72 hours, in which this can be stopped',
    proof: 'session',
    budget: personBudget,
    request: addressRequest,
    example: { email: secondAddress },
    refusals: ['address.unknown', 'address.primary'],
  },
  addressPrimary: {
    method: 'POST',
    path: '/address-primary',
    summary: 'Make an address the main one; other sessions end',
    proof: 'session',
    budget: personBudget,
    request: addressRequest,
    example: { email: secondAddress },
    refusals: ['address.unknown'],
  },
  addressStop: {
    method: 'POST',
    path: '/address-stop',
    summary: 'Stop a change of addresses with the link that was mailed; ends every session and the password',
    proof: 'none',
    budget: { network: { points: 600, seconds: 60 } },
    request: addressStopRequest,
    example: { token: 'Zm9yIHRoZSBleGFtcGxlLCAzMiBieXRlcyBpbiBhbGw' },
    refusals: ['address.stop-unknown'],
  },
  passwordChange: {
    method: 'POST',
    path: '/password-change',
    summary: 'Change the password, or set one; other sessions end',
    proof: 'session',
    // Wrong passwords have smaller budgets of their own, those of sign-in.
    budget: personBudget,
    request: passwordChangeRequest,
    example: { present: 'Sixpence1', password: 'Shilling2' },
    refusals: ['password.wrong', 'account.unproven', 'account.weak-password'],
  },
  sessionEnd: {
    method: 'POST',
    path: '/session-end',
    summary: 'End one session of the person, or all of them',
    proof: 'session',
    budget: personBudget,
    request: sessionEndRequest,
    example: { id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' },
    refusals: ['session.unknown'],
  },
} as const satisfies Record<string, Call>;
