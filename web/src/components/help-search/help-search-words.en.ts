import { inLanguage } from '@sixpence/theme/language';

export const helpSearchWords = inLanguage('helpSearchWords', {
  label: 'Search the help',
  placeholder: 'Such as: code expired',
  loading: 'Opening the search',
  notLoaded: 'The search could not be opened. Check your connection; all articles are listed here as well.',
  found: (count: number) => (count === 1 ? '1 answer' : `${count} answers`),
  nothing: (question: string) => `Nothing found for “${question}”.`,
  nothingAdvice:
    'Try one plain word, such as code, balance, or PDF. Or ask us: Contact is at the top of the page.',
});
