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

/** What people are told when a printer could not be asked or said no; that it does not answer, where nobody knows more. */
export function reasonOf(error: unknown): JobReason {
  return error instanceof IppError ? meanings[error.kind] : 'printer-unreachable';
}

/**
 * The conditions among `printer-state-reasons` that stop printing, the most telling first. The severity behind a
 * keyword varies from model to model and is not trusted, with one exception: what is only a report stops nothing. A
 * stopped printer always has a reason here.
 */
export function stoppingReasons(keywords: readonly string[], isStopped: boolean): JobReason[] {
  // A keyword with `-report` behind it keeps that, and so is none of those that stop printing.
  const conditions = keywords.map((keyword) => keyword.replace(/-(error|warning)$/, ''));
  const reasons = meant(conditions, { stops: true });
  return isStopped && reasons.length === 0 ? ['printer-stopped'] : reasons;
}

/** Why a job is over, if the printer's `job-state-reasons` say so in a word that we know. */
export function endingReason(keywords: readonly string[]): JobReason | undefined {
  return meant(keywords, { stops: false })[0];
}

function meant(keywords: readonly string[], { stops }: { stops: boolean }): JobReason[] {
  return jobReasonNames.filter((name) => {
    const row = jobReasons[name];
    return row.stops === stops && row.ipp.some((keyword) => keywords.includes(keyword));
  });
}
