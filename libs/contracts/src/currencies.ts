/** Currencies of balances (specification §9). */
export const currencies = ['GBP', 'EUR'] as const;
export type Currency = (typeof currencies)[number];
