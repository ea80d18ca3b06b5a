/** What the print options are called. */
export const optionsWords = {
  group: 'Print options',
  sides: 'Sides',
  color: 'Colour',
};

/** The two ways to print, in the specification's words. */
export const colorNames = ['Black-White', 'Color'] as const;
