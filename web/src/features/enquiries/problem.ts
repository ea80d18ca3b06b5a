import { isEmailAddress } from '@sixpence/contracts/email-address';
import { HttpFailure } from '../../lib/http.js';
import { enquiryWords } from './enquiries-words.en.js';

/** The reason why a form was not sent: the specification's sentence, advice, and the fields concerned. */
export interface Problem {
  sentence: string;
  advice: string;
  fields: readonly string[];
}

/** The first problem in the input: missing fields come before a malformed address. */
export function problemIn(
  typed: Readonly<Record<string, string>>,
  /** The label of each required field, in their order. */
  required: Readonly<Record<string, string>>,
): Problem | undefined {
  const empty = Object.keys(required).filter((name) => (typed[name] ?? '').trim() === '');
  if (empty.length > 0) {
    const advice = enquiryWords.missing(empty.map((name) => required[name] ?? name));
    return { sentence: enquiryWords.allRequired, advice, fields: empty };
  }
  if (isEmailAddress((typed['email'] ?? '').trim())) return undefined;
  return {
    sentence: enquiryWords.invalidEmail,
    advice: enquiryWords.invalidEmailAdvice,
    fields: ['email'],
  };
}

/** The message for a failed call: one sentence for all failures (specification §8). */
export function problemOf(error: unknown): Problem {
  const isTooMany = error instanceof HttpFailure && error.status === 429;
  return {
    sentence: enquiryWords.failed,
    advice: isTooMany ? enquiryWords.tooManyAdvice : enquiryWords.failedAdvice,
    fields: [],
  };
}
