import { z } from 'zod';

/** Currencies in which balances are kept (specification §9). */
export const currencies = ['GBP', 'EUR'] as const;
export const currencySchema = z.enum(currencies);
export type Currency = z.infer<typeof currencySchema>;

/** An amount in minor units (pence, cents): the only form in which money travels between processes. */
export const moneySchema = z.object({ minor: z.int(), currency: currencySchema });
export type MoneyShape = z.infer<typeof moneySchema>;
