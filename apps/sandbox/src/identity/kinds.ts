/** The three providers that the stand-in plays, as they stand in its addresses. */
export const kinds = ['google', 'microsoft', 'apple'] as const;
export type Kind = (typeof kinds)[number];

export const titles: Record<Kind, string> = { google: 'Google', microsoft: 'Microsoft', apple: 'Apple' };

/** The tenant of personal accounts at Microsoft, which every token of theirs names. */
export const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
