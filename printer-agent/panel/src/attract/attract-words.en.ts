import { inLanguage } from '@sixpence/theme/language';

export const attractWords = inLanguage('attractWords', {
  title: ['Have a code?', 'It prints here.'],
  begin: 'Print your documents',
  without: {
    label: 'No code yet',
    title: 'No code yet?',
    /** Precedes the address of the service. */
    open: 'On your phone, open',
    steps: ['Upload your documents', 'Get your six digits'],
  },
});
