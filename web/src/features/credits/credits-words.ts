import { inLanguage } from '@sixpence/theme/language';

/** What the credits page says of itself, and how to top up. */
export const creditsWords = inLanguage('creditsWords', {
  title: 'Credits',
  toDocuments: 'Click here to access your documents',
});

/** How to top up, in four steps. */
export const howToTopUpWords = inLanguage('howToTopUpWords', {
  title: 'How to top up',
  steps: ['Select amount', 'Select payment method', 'Accept terms', 'Confirm payment'],
});

/** What was printed this month. */
export const monthlyWords = inLanguage('monthlyWords', {
  title: 'Pages printed this month',
  mono: 'Black-and-white',
  color: 'Colour',
  unknown: 'not known yet',
});
