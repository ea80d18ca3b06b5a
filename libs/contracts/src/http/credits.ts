import { z } from 'zod';
import { currencySchema, moneySchema } from '../money.js';
import { personBudget, type Call } from './call.js';

/** A currency in capital or small letters. */
export const anyCaseCurrency = z
  .string()
  .max(10)
  .transform((text) => text.toUpperCase())
  .pipe(currencySchema);

/** `POST /user-account-balance`: major units, two decimals (specification §7). */
const balanceRequest = z.object({ currency: anyCaseCurrency });
export const balanceAnswer = z.object({ balance: z.number() });
export type BalanceAnswer = z.infer<typeof balanceAnswer>;

/** `GET /legacy-balance`: the balances that were carried over from the previous version, one per currency. */
const legacyBalanceAnswer = z.object({ found: z.array(moneySchema) });
export type LegacyBalanceAnswer = z.infer<typeof legacyBalanceAnswer>;

export const creditCalls = {
  userAccountBalance: {
    method: 'POST',
    path: '/user-account-balance',
    summary: 'What can be spent, in major units',
    proof: 'session',
    budget: personBudget,
    request: balanceRequest,
    example: { currency: 'GBP' },
    answer: balanceAnswer,
  },
  legacyBalance: {
    method: 'GET',
    path: '/legacy-balance',
    summary: 'The balances of the person that came from the previous version',
    proof: 'session',
    budget: personBudget,
    answer: legacyBalanceAnswer,
  },
} as const satisfies Record<string, Call>;
