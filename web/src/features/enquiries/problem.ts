import { isEmailAddress } from '@sixpence/contracts/email-address';
import { HttpFailure } from '../../lib/http.js';
import { enquiryWords } from './enquiry-words.js';

/** Why a form was not sent: the sentence of the specification, what helps, and the fields that it is about. */
export interface Problem {
  sentence: string;
  advice: string;
  fields: readonly string[];
}

/** What is wrong with what was typed, the first thing first: all that is required, then the form of the address. */
export function problemIn(
  typed: Readonly<Record<string, string>>,
  /** What each required field is called, in their order. */
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

/** What is said of a call that failed: one sentence for all of them (specification §8). */
export function problemOf(error: unknown): Problem {
  const isTooMany = error instanceof HttpFailure && error.status === 429;
  return {
    sentence: enquiryWords.failed,
    advice: isTooMany ? enquiryWords.tooManyAdvice : enquiryWords.failedAdvice,
    fields: [],
  };
}
