import { documentLimits } from '../limits.js';

interface Reason {
  /** The fault, in one sentence for the document's owner. */
  readonly why: string;
  /** The owner's remedy, in one sentence. */
  readonly remedy: string;
}

const rows = {
  /** No bytes arrived. */
  empty: {
    why: 'The file is empty.',
    remedy: 'Check that it was saved, then upload it again.',
  },
  /** The file is truncated or broken, or it is malicious and crashed the process that opened it. */
  damaged: {
    why: 'The file cannot be opened.',
    remedy: 'Save or export it again, then upload the new copy.',
  },
  /** The content has another type than the extension says. */
  'type-mismatch': {
    why: 'The file is not what its name says.',
    remedy: 'Save it as a PDF, then upload that.',
  },
  /** The file needs a password to open. A password that only protects editing does not matter. */
  'password-protected': {
    why: 'The file needs a password.',
    remedy: 'Save a copy without the password, then upload that.',
  },
  /** The file uses a font that it does not contain, and no installed font is known to have its letters. */
  'missing-font': {
    why: 'The file needs a font that is not in it.',
    remedy: 'Save it as a PDF with its fonts embedded, then upload that.',
  },
  /** The unpacked file needs more bytes, pixels, or memory than a document may have. */
  'too-large': {
    why: 'The file is too large.',
    remedy: 'Make it smaller or split it, then upload the parts.',
  },
  /** The prepared document and its owner's other documents together exceed the owner's quota. */
  'no-room': {
    why: 'There is no room left for the pages of this document.',
    remedy: 'Delete documents that you no longer need, then upload it again.',
  },
  'too-many-pages': {
    why: `The document has more than ${documentLimits.pages} pages.`,
    remedy: 'Split it into shorter parts, then upload those.',
  },
  /** The document expired before it was ready, or no converter has reported on it. */
  timeout: {
    why: 'Preparing the document took too long.',
    remedy: 'Save it as a PDF, then upload that.',
  },
} as const satisfies Record<string, Reason>;

type Name = keyof typeof rows;

/**
 * Why a document could not be prepared: one row for each reason. The contracts accept only these reasons, a
 * converter throws them by name, and the site takes its words from here.
 */
export const failureReasons: Readonly<Record<Name, Reason>> = rows;

export const failureReasonNames = Object.keys(rows) as [Name, ...Name[]];
