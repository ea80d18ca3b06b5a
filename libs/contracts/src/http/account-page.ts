import { z } from 'zod';
import { asPeopleClick, type Call } from './call.js';

/** Calls of the account page: what somebody sees and changes of their own account. */

/** `GET /account-details`; times are ISO 8601. */
export const accountDetailsAnswer = z.object({
  /** Proven ones only; the primary one comes first. */
  addresses: z.array(
    z.object({
      address: z.string(),
      isPrimary: z.boolean(),
      /** Mail to it is refused. */
      isUndeliverable: z.boolean(),
      provenAt: z.iso.datetime(),
      /** It was removed, and goes then; null for one that stays. */
      leavesAt: z.iso.datetime().nullable(),
    }),
  ),
  hasPassword: z.boolean(),
  /** Other ways to sign in. */
  providers: z.array(z.object({ provider: z.string(), address: z.string().nullable() })),
  /** The one that was seen last comes first. */
  sessions: z.array(
    z.object({
      id: z.uuid(),
      /** In words; null when the browser did not say. */
      device: z.string().nullable(),
      firstSeenAt: z.iso.datetime(),
      /** To a few minutes. */
      lastSeenAt: z.iso.datetime(),
      isThis: z.boolean(),
    }),
  ),
});
export type AccountDetails = z.infer<typeof accountDetailsAnswer>;

export const accountPageCalls = {
  accountDetails: {
    method: 'GET',
    path: '/account-details',
    summary: 'What the account page shows: addresses, password, providers, sessions',
    proof: 'session',
    budget: asPeopleClick,
    answer: accountDetailsAnswer,
  },
} as const satisfies Record<string, Call>;
