/** The countries of both forms, in their order (specification §5). */
export const countries = [
  'United Kingdom',
  'Germany',
  'France',
  'Italy',
  'Spain',
  'Poland',
  'Netherlands',
  'Belgium',
  'Estonia',
  'Sweden',
  'Austria',
  'Denmark',
  'Other',
] as const;
export type Country = (typeof countries)[number];

/** The topics of product sheets (specification §5). */
export const productSheets = ['Retail', 'Student accommodation', 'Residential', 'Hospitality'] as const;
export type ProductSheet = (typeof productSheets)[number];

/** The longest fields in characters, for the pages and the calls. */
export const enquiryLimits = { name: 100, company: 200, text: 5_000 } as const;
