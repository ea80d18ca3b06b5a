import { HttpFailure } from '../../lib/http.js';
import { accountWords } from './account-words.js';

/** What did not work, and what helps. */
export interface Problem {
  sentence: string;
  advice?: string;
}

/** Core says in a sentence of its own why not; beside it stands what helps. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof HttpFailure)) {
    return { sentence: accountWords.notDone, advice: accountWords.notLoadedAdvice };
  }
  const sentence = error.said ?? accountWords.notDone;
  if (error.status === 429) return { sentence, advice: accountWords.tooMany };
  if (error.status >= 500) return { sentence, advice: accountWords.later };
  return { sentence };
}
