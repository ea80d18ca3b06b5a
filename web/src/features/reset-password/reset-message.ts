import { HttpFailure } from '../../lib/http.js';
import { resetWords } from './reset-password-words.en.js';

/** A failure on the reset page; `newUser` adds a link to the sign-up page. */
export interface ResetMessage {
  sentence: string;
  advice?: string;
  newUser?: true;
}

/** The sentence for a code that could not be mailed, by HTTP status (specification §8). */
export function addressMessage(error: unknown): ResetMessage {
  if (!(error instanceof HttpFailure))
    return { sentence: resetWords.addressFailure, advice: resetWords.connection };
  if (error.status === 403) {
    return { sentence: resetWords.newUser, advice: resetWords.newUserAdvice, newUser: true };
  }
  return error.status === 429
    ? { sentence: resetWords.addressFailure, advice: resetWords.tooManyCodes }
    : { sentence: resetWords.addressFailure };
}

/** The sentence for a failed second step: the server's own, where the specification asks for it. */
export function codeMessage(error: unknown): ResetMessage {
  if (!(error instanceof HttpFailure))
    return { sentence: resetWords.addressFailure, advice: resetWords.connection };
  if (error.status === 429) return { sentence: resetWords.tooMany };
  if (error.status !== 400) return { sentence: error.serverMessage ?? resetWords.addressFailure };
  const sentence = error.serverMessage ?? resetWords.wrongCode;
  return sentence === resetWords.wrongCode ? { sentence, advice: resetWords.wrongCodeAdvice } : { sentence };
}
