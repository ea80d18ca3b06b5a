import { inLanguage } from '@sixpence/theme/language';

export const helpPanelWords = inLanguage('helpPanelWords', {
  title: 'How can we help?',
  search: 'What is it about?',
  often: 'Often asked here',
  chat: 'Chat',
  opening: 'Asking who is there',
});
