import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import { inLanguage } from '@sixpence/theme/language';

export const wrongWords = inLanguage('wrongWords', {
  ask: 'Anything wrong?',
  what: 'What is wrong?',
  nothing: 'Nothing',
  thanks: 'Thank you. The staff will look at it. They can give you money back.',
});

export const faultWords = inLanguage('faultWords', {
  'pages-missing': 'Pages are missing',
  faint: 'Faint or smudged',
  crooked: 'Crooked or creased',
  'wrong-colors': 'Wrong colours',
  'something-else': 'Something else',
} satisfies Record<PrintFault, string>);
