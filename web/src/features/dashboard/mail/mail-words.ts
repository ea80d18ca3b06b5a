import { inLanguage } from '@sixpence/theme/language';

/** Where documents are mailed to. */
export const mailWords = inLanguage('dashboardMailWords', {
  label: 'E-mail documents to',
  copy: 'Copy address',
  copied: 'Copied',
  cannotCopy: 'Cannot copy here',
});
