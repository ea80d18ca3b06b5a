import { failureReasons } from '@sixpence/contracts/printing/failure-reasons';
import type { FailureReason } from '@sixpence/contracts/http/documents';
import { inLanguage } from '@sixpence/theme/language';

/** Why a document could not be prepared, and what to do about it. */
export const failureWords = inLanguage<Readonly<Record<FailureReason, { why: string; remedy: string }>>>(
  'failureWords',
  failureReasons,
);
