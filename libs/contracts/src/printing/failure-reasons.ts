import { documentLimits } from '../limits.js';

interface Reason {
  /** What is the matter, for the person whose document it is: one sentence. */
  readonly why: string;
  /** What they can do about it: one sentence. */
  readonly remedy: string;
}

const rows = {
  /** Not one byte arrived. */
  empty: {
    why: 'The file is empty.',
    remedy: 'Check that it was saved, then upload it again.',
  },
  /** It is cut off, or broken in another way; or it means harm and brought down the process that opened it. */
  damaged: {
    why: 'The file cannot be opened.',
    remedy: 'Save or export it again, then upload the new copy.',
  },
  /** The content is of another type than the extension says. */
  'type-mismatch': {
    why: 'The file is not what its name says.',
    remedy: 'Save it as a PDF, then upload that.',
  },
  /** It does not open without a password. One that only its author needs, to edit it, is no hindrance. */
  'password-protected': {
    why: 'The file needs a password.',
    remedy: 'Save a copy without the password, then upload that.',
  },
  /** It is written in a font that it does not carry, and no other has, or is known to have, its letters. */
  'missing-font': {
    why: 'The file needs a font that is not in it.',
    remedy: 'Save it as a PDF with its fonts embedded, then upload that.',
  },
  /** It takes more bytes, pixels, or memory than a document may, once it is unpacked. */
  'too-large': {
    why: 'The file is too large.',
    remedy: 'Make it smaller or split it, then upload the parts.',
  },
  /** Together with all else that its owner has, what was made of it is more than they may have. */
  'no-room': {
    why: 'There is no room left for the pages of this document.',
    remedy: 'Delete documents that you no longer need, then upload it again.',
  },
  'too-many-pages': {
    why: `The document has more than ${documentLimits.pages} pages.`,
    remedy: 'Split it into shorter parts, then upload those.',
  },
  /** Its time was over before it was ready, or no converter has answered for it. */
  timeout: {
    why: 'Preparing the document took too long.',
    remedy: 'Save it as a PDF, then upload that.',
  },
} as const satisfies Record<string, Reason>;

type Name = keyof typeof rows;

/**
 * Why a document could not be prepared: a row for each reason, from which all else follows. The contracts take no other
 * reason, a converter throws it by its name, and the site takes its words from here.
 */
export const failureReasons: Readonly<Record<Name, Reason>> = rows;

export const failureReasonNames = Object.keys(rows) as [Name, ...Name[]];
