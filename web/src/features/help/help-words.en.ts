import { inLanguage } from '@sixpence/theme/language';

export const helpWords = inLanguage('helpWords', {
  title: 'Help Center',
  lead: 'Search, or look through the articles. For other questions, use Contact at the top of the page.',
});

export const helpPanelWords = inLanguage('helpPanelWords', {
  title: 'How can we help?',
  search: 'What is it about?',
  often: 'Often asked here',
  chat: 'Chat',
  opening: 'Asking who is there',
});
