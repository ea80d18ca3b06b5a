import { inLanguage } from '@sixpence/theme/language';

export const howToPrintWords = inLanguage('howToPrintWords', {
  title: 'How to print',
  steps: [
    'E-mail or upload documents',
    'Select sides and colour',
    'Get a secure code',
    'Enter the code on the printer',
  ],
});

/** The words of the documents card around its rows. */
export const documentsCardWords = inLanguage('documentsCardWords', {
  title: 'Documents to print',
  empty: 'Nothing here yet. A document is ready a few seconds after it is uploaded.',
  loading: 'Loading your documents',
  notLoaded: 'Your documents could not be loaded.',
  tryAgain: 'Try again',
  pagesNotRemoved: 'The pages could not be removed.',
  pagesNotRemovedAdvice: 'The document is as it was. Try again in a moment.',
});
