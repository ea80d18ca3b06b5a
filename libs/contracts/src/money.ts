import { z } from 'zod';
import { currencies } from './currencies.js';

export const currencySchema = z.enum(currencies);

/** An amount in minor units (pence, cents): the only form of money between processes. */
export const moneySchema = z.object({ minor: z.int(), currency: currencySchema });
export type MoneyShape = z.infer<typeof moneySchema>;
