import { failureReasons } from '@sixpence/contracts/printing/failure-reasons';
import type { FailureReason } from '@sixpence/contracts/http/documents';
import { inLanguage } from '@sixpence/theme/language';

/** The reason why a document could not be prepared, and advice. */
export const failureWords = inLanguage<Readonly<Record<FailureReason, { why: string; remedy: string }>>>(
  'failureWords',
  failureReasons,
);
