import { HttpFailure } from '../../lib/http.js';
import { adviceFor, loginWords } from './login-words.js';

/** What the login page says under its form; `link` leads to the way out where there is one. */
export type LoginMessage =
  | { kind: 'authentication-failed'; advice?: string }
  | { kind: 'new-user' }
  | { kind: 'check-email' }
  | { kind: 'other'; sentence: string; advice?: string };

/**
 * The sentence for a sign-in that did not work, by HTTP status first (specification §8). Only a 200 is a success:
 * any other 2xx is unexpected. A connection that failed says so in the browser's own words.
 */
export function loginMessage(error: unknown): LoginMessage {
  if (!(error instanceof HttpFailure)) {
    return {
      kind: 'other',
      sentence: error instanceof Error ? error.message : String(error),
      advice: loginWords.connectionAdvice,
    };
  }
  if (error.status === 401) {
    const isLocked = error.code === 'account.locked';
    return { kind: 'authentication-failed', ...(isLocked && { advice: loginWords.locked }) };
  }
  if (error.status === 403) return { kind: 'new-user' };
  if (error.status < 300) return { kind: 'other', sentence: loginWords.unexpected };
  const advice = adviceFor(error.status);
  return { kind: 'other', sentence: loginWords.otherStatus(error.status), ...(advice ? { advice } : {}) };
}
