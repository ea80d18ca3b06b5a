import { inLanguage } from '@sixpence/theme/language';

export const mailWords = inLanguage('dashboardMailWords', {
  label: 'E-mail documents to',
  copy: 'Copy address',
  copied: 'Copied',
  cannotCopy: 'Cannot copy here',
});
