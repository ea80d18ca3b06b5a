/** The three simulated providers, as spelled in their addresses. */
export const kinds = ['google', 'microsoft', 'apple'] as const;
export type Kind = (typeof kinds)[number];

export const titles: Record<Kind, string> = { google: 'Google', microsoft: 'Microsoft', apple: 'Apple' };

/** The tenant of personal Microsoft accounts. Every token of such an account names it. */
export const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
