import { countries, type Country } from '@sixpence/contracts/enquiries';
import { inLanguage } from '@sixpence/theme/language';

/** The words of both forms: the specification's sentences (§5, §8), with advice. */
export const enquiryWords = inLanguage('enquiryWords', {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  country: 'Country',
  chooseCountry: 'Choose a country',
  cancel: 'Cancel',
  close: 'Close',
  /** The label of the hidden field that only programs fill in. */
  reference: 'Leave this field empty',

  allRequired: 'All fields are required.',
  invalidEmail: 'Invalid email format.',
  failed: 'An error occurred. Please try again later.',
  missing: (fields: readonly string[]) => `Still empty: ${fields.join(', ')}.`,
  invalidEmailAdvice: 'It should look like name@example.com.',
  failedAdvice: 'What you wrote is still here.',
  tooManyAdvice: 'You have written several times. What you wrote is still here; send it in an hour.',
});

/** The shown names of the countries; the English name is sent. */
export const countryWords = inLanguage(
  'countryWords',
  Object.fromEntries(countries.map((country) => [country, country])) as Record<Country, string>,
);

export const contactWords = inLanguage('contactWords', {
  comment: 'Comment',
  send: 'Send message',
  sent: 'Message sent successfully!',
  sentAdvice: (email: string) => `We answer to ${email}.`,
});

export const brochureWords = inLanguage('brochureWords', {
  company: 'Company',
  productSheet: 'Product sheet',
  chooseSheet: 'Choose a product sheet',
  additionalInfo: 'Additional information',
  prompt: 'How many people use your building, and what would you like to know? (optional)',
  send: 'Request brochure',
  sent: 'Brochure request sent successfully!',
  sentAdvice: (email: string) => `The product sheet is on its way to ${email}, as a PDF.`,
});
