import { inLanguage, locale } from '@sixpence/theme/language';

/** What stands around the content of a page. */
export const contentWords = inLanguage('contentWords', {
  opening: 'Opening the page',
  /** Said above a text that is there in English alone; nothing in English. */
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

/** `2026-11-23` as people write it: `23 November 2026`. */
export function dayInWords(day: string): string {
  return new Date(day).toLocaleDateString(locale(), { dateStyle: 'long', timeZone: 'UTC' });
}
