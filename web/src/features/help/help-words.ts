import { inLanguage } from '@sixpence/theme/language';

export const helpWords = inLanguage('helpWords', {
  title: 'Help Center',
  lead: 'Ask, or look through the articles. Something else? Contact is at the top of the page.',
});
