/** The countries that both forms offer, in their order (specification §5). */
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

/** What there is a product sheet about (specification §5). */
export const productSheets = ['Retail', 'Student accommodation', 'Residential', 'Hospitality'] as const;
export type ProductSheet = (typeof productSheets)[number];

/** How long the fields may be, in characters, on the pages as in the calls. */
export const enquiryLimits = { name: 100, company: 200, text: 5_000 } as const;
