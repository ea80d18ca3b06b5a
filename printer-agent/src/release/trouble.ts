import type { IppErrorKind } from '../ipp/errors.js';

/**
 * The meaning of a printer's error for a job whose document the printer does not have yet:
 *
 * - `no-answer`: no usable answer. It is unknown whether the printer executed the request; the job is tried
 *   again.
 * - `busy`: the job waits until the printer is free.
 * - `refused`: the job is given back.
 */
export type Trouble = 'no-answer' | 'busy' | 'refused';

/** Maps every kind of printer error. */
export function troubleOf(kind: IppErrorKind): Trouble {
  switch (kind) {
    case 'unreachable':
    case 'timeout':
    case 'interrupted':
    case 'garbage':
      return 'no-answer';
    case 'busy':
      return 'busy';
    case 'aborted':
    case 'not-accepting':
    case 'auth':
    case 'tls':
    case 'unsupported-format':
    case 'unsupported-option':
    case 'not-found':
    case 'too-large':
    case 'refused':
      return 'refused';
  }
}
