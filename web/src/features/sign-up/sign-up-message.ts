import { HttpFailure } from '../../lib/http.js';
import { signUpWords } from './sign-up-words.en.js';

/** A failure on the sign-up page; `exists` adds a link to the sign-in page. */
export interface SignUpMessage {
  sentence: string;
  advice?: string;
  exists?: true;
}

const exists = (): SignUpMessage => ({
  sentence: signUpWords.exists,
  advice: signUpWords.existsAdvice,
  exists: true,
});

/** The sentence for a code that could not be mailed, by HTTP status (specification §8). */
export function addressMessage(error: unknown): SignUpMessage {
  const sentence = signUpWords.addressFailure;
  if (!(error instanceof HttpFailure)) return { sentence, advice: signUpWords.connection };
  if (error.status === 409) return exists();
  return error.status === 429 ? { sentence, advice: signUpWords.tooManyCodes } : { sentence };
}

/** The sentence for a failed second step. Only 200 is a success; another 2xx is an unexpected failure. */
export function codeMessage(error: unknown): SignUpMessage {
  const sentence = signUpWords.codeFailure;
  if (!(error instanceof HttpFailure)) return { sentence, advice: signUpWords.connection };
  if (error.status === 409) return exists();
  if (error.status === 422) return { sentence: signUpWords.wrongCode, advice: signUpWords.wrongCodeAdvice };
  if (error.status === 429) return { sentence, advice: signUpWords.tooManyTries };
  return { sentence: error.status < 300 ? signUpWords.unexpected : sentence };
}
