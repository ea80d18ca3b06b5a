import { jobReasonNames, jobReasons, type JobReason } from '@sixpence/contracts/printing/job-reasons';
import { IppError, type IppErrorKind } from './errors.js';

const meanings: Record<IppErrorKind, JobReason> = {
  unreachable: 'printer-unreachable',
  timeout: 'printer-unreachable',
  interrupted: 'printer-unreachable',
  garbage: 'not-understood',
  busy: 'printer-busy',
  'not-accepting': 'not-accepting',
  auth: 'needs-set-up',
  tls: 'not-secure',
  'unsupported-format': 'format-not-printable',
  'unsupported-option': 'option-not-offered',
  'too-large': 'too-large',
  'not-found': 'not-accepted',
  refused: 'not-accepted',
  aborted: 'aborted-by-printer',
};

/**
 * The reason that a user sees after a failed request to the printer; `printer-unreachable` for any other
 * error.
 */
export function reasonOf(error: unknown): JobReason {
  return error instanceof IppError ? meanings[error.kind] : 'printer-unreachable';
}

/**
 * The conditions among `printer-state-reasons` that stop printing, the most specific first. The severity
 * suffix of a keyword varies by model and is ignored, except `-report`: a report stops nothing. A stopped
 * printer always has a reason here.
 */
export function stoppingReasons(keywords: readonly string[], isStopped: boolean): JobReason[] {
  // A keyword with the suffix `-report` keeps it, and so matches no stopping condition.
  const conditions = keywords.map((keyword) => keyword.replace(/-(error|warning)$/, ''));
  const reasons = matchingReasons(conditions, { stops: true });
  return isStopped && reasons.length === 0 ? ['printer-stopped'] : reasons;
}

/** The reason why a job ended, if `job-state-reasons` contains a known keyword for it. */
export function endingReason(keywords: readonly string[]): JobReason | undefined {
  return matchingReasons(keywords, { stops: false })[0];
}

function matchingReasons(keywords: readonly string[], { stops }: { stops: boolean }): JobReason[] {
  return jobReasonNames.filter((name) => {
    const row = jobReasons[name];
    return row.stops === stops && row.ipp.some((keyword) => keywords.includes(keyword));
  });
}
