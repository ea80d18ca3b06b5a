/** The names of identity providers in addresses, tables, and the configuration. */
export const providerNames = ['google', 'microsoft', 'apple'] as const;
export type ProviderName = (typeof providerNames)[number];
