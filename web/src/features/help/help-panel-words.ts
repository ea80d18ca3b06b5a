/** What the help says in its corner. */
export const helpPanelWords = {
  title: 'How can we help?',
  search: 'What is it about?',
  often: 'Often asked here',
  chat: 'Chat',
  opening: 'Asking who is there',
};
