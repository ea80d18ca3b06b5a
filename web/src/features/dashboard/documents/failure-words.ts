import type { FailureReason } from '@sixpence/contracts/http/documents';

/** Why a document could not be prepared, and what helps. */
export const failureWords: Record<FailureReason, { why: string; remedy: string }> = {
  empty: { why: 'The file is empty.', remedy: 'Check that it was saved, then upload it again.' },
  damaged: {
    why: 'The file cannot be opened.',
    remedy: 'Save or export it again, then upload the new copy.',
  },
  'type-mismatch': {
    why: 'The file is not what its name says.',
    remedy: 'Save it as a PDF, then upload that.',
  },
  'password-protected': {
    why: 'The file needs a password.',
    remedy: 'Save a copy without the password, then upload that.',
  },
  'too-large': {
    why: 'The file is too large.',
    remedy: 'Make it smaller or split it, then upload the parts.',
  },
  'too-many-pages': {
    why: 'The document has more than 500 pages.',
    remedy: 'Split it into shorter parts, then upload those.',
  },
  timeout: { why: 'Preparing the document took too long.', remedy: 'Save it as a PDF, then upload that.' },
};
