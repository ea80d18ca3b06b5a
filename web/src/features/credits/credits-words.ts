import { inLanguage } from '@sixpence/theme/language';

export const creditsWords = inLanguage('creditsWords', {
  title: 'Credits',
  toDocuments: 'Click here to access your documents',
});

export const howToTopUpWords = inLanguage('howToTopUpWords', {
  title: 'How to top up',
  steps: ['Select amount', 'Select payment method', 'Accept terms', 'Confirm payment'],
});

export const monthlyWords = inLanguage('monthlyWords', {
  title: 'Pages printed this month',
  mono: 'Black-and-white',
  color: 'Colour',
  unknown: 'not known yet',
});
