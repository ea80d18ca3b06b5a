import { HttpFailure } from '../../lib/http.js';
import { qrLoginWords as words } from './qr-login-words.en.js';

/** The outcome of a validated code, or the reason why it was not validated. */
export interface QrOutcome {
  kind: 'malformed' | 'sign-in' | 'invalid' | 'failed' | 'success';
  sentence: string;
  advice?: string;
}

export const malformed = (): QrOutcome => ({ kind: 'malformed', sentence: words.malformed });
export const success = (): QrOutcome => ({
  kind: 'success',
  sentence: words.success,
  advice: words.successAdvice,
});

/** The outcome when core answers 200 without opening a panel: core's own message, or the page's. */
export function notAuthenticated(message: string | undefined): QrOutcome {
  const sentence = message === undefined || message === '' ? words.invalid : message;
  return sentence === words.invalid
    ? { kind: 'invalid', sentence, advice: words.invalidAdvice }
    : { kind: 'invalid', sentence };
}

/** The outcome of a failed call, by its status alone (specification §8). */
export function outcomeOf(error: unknown): QrOutcome {
  const status = error instanceof HttpFailure ? error.status : undefined;
  if (status === 403) return { kind: 'sign-in', sentence: words.signIn };
  const advice = status === 429 ? words.tooMany : words.failedAdvice;
  return { kind: 'failed', sentence: words.failed, advice };
}
