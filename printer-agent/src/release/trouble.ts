import type { IppErrorKind } from '../ipp/errors.js';

/** What a printer's "no" means before it has the document: ask again, wait for it, or give the job back. */
export type Trouble = 'again' | 'busy' | 'refused';

/** Sorts every kind of printer error; after `again` nobody knows whether the printer did what was asked. */
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
