import type { IppErrorKind } from '../ipp/errors.js';

/**
 * The consequence of a printer's error before the printer has the document: try again, wait while it is busy,
 * or give the job back.
 */
export type Trouble = 'again' | 'busy' | 'refused';

/** Maps every kind of printer error. After `again` it is unknown whether the printer executed the request. */
export function troubleOf(kind: IppErrorKind): Trouble {
  switch (kind) {
    case 'unreachable':
    case 'timeout':
    case 'interrupted':
    case 'garbage':
      return 'again';
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
