import { GaveUp, Unconvertible } from '../unconvertible.js';

/** The error for a program that a signal ended. */
export function endedBy(signal: NodeJS.Signals, options?: ErrorOptions): Error {
  // The kernel measured a file that is too large, or ran out of memory.
  if (signal === 'SIGXFSZ' || signal === 'SIGKILL') return new Unconvertible('too-large', options);
  return new GaveUp(`A program was ended by ${signal}`, options);
}
