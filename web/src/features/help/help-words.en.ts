import { inLanguage } from '@sixpence/theme/language';

export const helpWords = inLanguage('helpWords', {
  title: 'Help Center',
  lead: 'Ask, or look through the articles. Something else? Contact is at the top of the page.',
});

export const helpPanelWords = inLanguage('helpPanelWords', {
  title: 'How can we help?',
  search: 'What is it about?',
  often: 'Often asked here',
  chat: 'Chat',
  opening: 'Asking who is there',
});
