import { useState } from 'react';
import type { Answer, FindAnswers } from './help-index.js';

type Index = 'not-asked' | 'loading' | 'failed' | FindAnswers;

/** What the search shows: nothing yet, that it is on its way or is not to be had, or answers. */
export type Found = 'nothing-asked' | 'loading' | 'failed' | { question: string; answers: Answer[] };

/**
 * The search in the help. Its index is built in the browser, from what the pages say, when `prepare` is first called; that
 * may be called often, and tries again after it failed.
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

  return { prepare, found: foundBy(index, question) };
}

function foundBy(index: Index, question: string): Found {
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
