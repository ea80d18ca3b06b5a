import { z } from 'zod';
import { currencySchema } from '../money.js';
import { asPeopleClick, type Call } from './call.js';

/** `POST /user-account-balance`: major units, two decimals (specification §7). */
export const balanceRequest = z.object({
  currency: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(currencySchema),
});
export const balanceAnswer = z.object({ balance: z.number() });
export type BalanceAnswer = z.infer<typeof balanceAnswer>;

export const creditCalls = {
  userAccountBalance: {
    method: 'POST',
    path: '/user-account-balance',
    summary: 'What can be spent, in major units',
    proof: 'session',
    budget: asPeopleClick,
    request: balanceRequest,
    example: { currency: 'GBP' },
    answer: balanceAnswer,
  },
} as const satisfies Record<string, Call>;
