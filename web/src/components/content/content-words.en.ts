import { inLanguage } from '@sixpence/theme/language';

/** The words around the content of a page. */
export const contentWords = inLanguage('contentWords', {
  opening: 'Opening the page',
  /** Above a text that exists only in English; empty in English. */
  inEnglish: '',
  changed: (day: string) => `Last changed ${day}`,
  seeAlso: 'Read on',
  useful: 'Was this useful?',
  yes: 'Yes',
  no: 'No',
  usefulSaid: {
    yes: 'Thank you.',
    no: 'Thank you. Tell us what was missing: Contact Us is at the top of the page.',
    'not-counted': 'Your answer could not be counted just now. Please try again.',
  },
  vatNumber: (number: string) => `VAT ${number}`,
  sellerToCome: 'Asking who runs the service',
  sellerWithoutScript:
    'Their name and address stand on each receipt, and here as soon as your browser allows scripts.',
  sellerNotLoaded:
    'Their name and address could not be loaded just now. Reload the page, or write to us under Contact Us.',
});
