import { HttpFailure } from '../../lib/http.js';
import { qrLoginWords as words } from './qr-login-words.js';

/** What became of a code that was validated, or why it was not. */
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

/** Core answered 200 and did not open a panel: its own message, or ours. */
export function notAuthenticated(message: string | undefined): QrOutcome {
  const sentence = message === undefined || message === '' ? words.invalid : message;
  return sentence === words.invalid
    ? { kind: 'invalid', sentence, advice: words.invalidAdvice }
    : { kind: 'invalid', sentence };
}

/** Specification §8, by the status alone. */
export function outcomeOf(error: unknown): QrOutcome {
  const status = error instanceof HttpFailure ? error.status : undefined;
  if (status === 403) return { kind: 'sign-in', sentence: words.signIn };
  const advice = status === 429 ? words.tooMany : words.failedAdvice;
  return { kind: 'failed', sentence: words.failed, advice };
}
