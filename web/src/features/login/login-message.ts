import { HttpFailure } from '../../lib/http.js';
import { loginWords } from './login-words.en.js';

/** A failure on the login page, shown below the form. */
export type LoginMessage =
  | { kind: 'authentication-failed'; advice?: string }
  | { kind: 'new-user' }
  | { kind: 'check-email' }
  | { kind: 'other'; sentence: string; advice?: string };

/**
 * The sentence for a failed sign-in, by HTTP status (specification §8). Only 200 is a success; another 2xx is
 * unexpected. A failed connection is described in the browser's own words.
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

/** The advice for a status without a sentence of its own. */
function adviceFor(status: number): string | undefined {
  if (status === 429) return loginWords.tooMany;
  if (status >= 500) return loginWords.away;
  return undefined;
}
