import { HttpFailure } from '../../lib/http.js';
import { accountWords } from './account-words.en.js';

/** A failure and advice on it. */
export interface Problem {
  sentence: string;
  advice?: string;
}

/** The refusal's sentence comes from core; the advice is the page's own. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof HttpFailure)) {
    return { sentence: accountWords.notDone, advice: accountWords.notLoadedAdvice };
  }
  const sentence = error.serverMessage ?? accountWords.notDone;
  if (error.status === 429) return { sentence, advice: accountWords.tooMany };
  if (error.status >= 500) return { sentence, advice: accountWords.later };
  return { sentence };
}
