import { HttpFailure } from '../../lib/http.js';
import { signUpWords } from './sign-up-words.js';

/** What the sign-up page says of a failure; `exists` leads to the sign-in page. */
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

/** The sentence for a code that could not be mailed, by HTTP status first (specification §8). */
export function addressMessage(error: unknown): SignUpMessage {
  const sentence = signUpWords.addressFailure;
  if (!(error instanceof HttpFailure)) return { sentence, advice: signUpWords.connection };
  if (error.status === 409) return exists();
  return error.status === 429 ? { sentence, advice: signUpWords.tooManyCodes } : { sentence };
}

/** The sentence for a second step that did not work. Only a 200 is a success: any other 2xx is one that went wrong. */
export function codeMessage(error: unknown): SignUpMessage {
  const sentence = signUpWords.codeFailure;
  if (!(error instanceof HttpFailure)) return { sentence, advice: signUpWords.connection };
  if (error.status === 409) return exists();
  if (error.status === 422) return { sentence: signUpWords.wrongCode, advice: signUpWords.wrongCodeAdvice };
  if (error.status === 429) return { sentence, advice: signUpWords.tooManyTries };
  return { sentence: error.status < 300 ? signUpWords.unexpected : sentence };
}
