import { z } from 'zod';
import { currencySchema } from '../money.js';

/** `POST /user-account-balance`: major units, two decimals (specification §7). */
export const balanceRequest = z.object({
  currency: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(currencySchema),
});
export const balanceAnswer = z.object({ balance: z.number() });
export type BalanceAnswer = z.infer<typeof balanceAnswer>;
