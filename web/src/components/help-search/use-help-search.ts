import { useState } from 'react';
import type { Answer, FindAnswers } from './help-index.js';

type Index = 'not-asked' | 'loading' | 'failed' | FindAnswers;

/** The state of the search: no question, an index that is loading or failed to load, or answers. */
export type Found = 'nothing-asked' | 'loading' | 'failed' | { question: string; answers: Answer[] };

/**
 * The search in the help. `prepare` builds its index in the browser from the texts of the pages. Calls after
 * the first do nothing, unless the index failed to load.
 */
export function useHelpSearch(asked: string): { found: Found; prepare: () => void } {
  const [index, setIndex] = useState<Index>('not-asked');
  const question = asked.trim();

  function prepare() {
    if (index !== 'not-asked' && index !== 'failed') return;
    setIndex('loading');
    loadIndex().then(
      (find) => setIndex(() => find),
      (error: unknown) => {
        console.warn('The search could not be loaded', error);
        setIndex('failed');
      },
    );
  }

  return { prepare, found: resultOf(index, question) };
}

function resultOf(index: Index, question: string): Found {
  if (question === '' || index === 'not-asked') return 'nothing-asked';
  return typeof index === 'string' ? index : { question, answers: index(question) };
}

async function loadIndex(): Promise<FindAnswers> {
  const [{ buildIndex }, { contents }] = await Promise.all([
    import('./help-index.js'),
    import('@sixpence/content/contents'),
  ]);
  return buildIndex(contents);
}
