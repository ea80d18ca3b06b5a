import { GaveUp, Unconvertible } from '../unconvertible.js';

/** Why a program that works on a document was ended by a signal, as far as that tells. */
export function endedBy(signal: NodeJS.Signals, options?: ErrorOptions): Error {
  // The kernel has measured: what it wrote, or all the memory that there is.
  if (signal === 'SIGXFSZ' || signal === 'SIGKILL') return new Unconvertible('too-large', options);
  return new GaveUp(`A program was ended by ${signal}`, options);
}
