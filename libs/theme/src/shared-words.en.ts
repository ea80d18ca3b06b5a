import type { Copy, JobState } from '@sixpence/contracts/http/release';
import { type JobReason, jobReasons } from '@sixpence/contracts/printing/job-reasons';
import type { Money } from '@sixpence/money/money';
import { inLanguage } from './language.js';
import { formatMoney } from './money-words.js';
import { type Rest, rangesOf } from './rest.js';

/** `1 page`, `12 pages`: a number always has its unit. */
export const pagesInWords = inLanguage('pagesInWords', (count: number): string => {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
});

/** The state and printed pages of a job, and its amounts once core has settled it. */
export interface JobOutcome {
  state: JobState;
  impressions: number;
  total: number;
  captured?: Money | undefined;
  returned?: Money | undefined;
}

/** A job by its file: `thesis.pdf`, or `thesis.pdf, copy 2 of 5`. */
export const jobName = inLanguage(
  'jobName',
  ({ fileName, copy }: { fileName: string; copy?: Copy | undefined }) => {
    return copy ? `${fileName}, copy ${copy.number} of ${copy.of}` : fileName;
  },
);

/**
 * The fate of a job and of its money: "Printed 2 of 3 pages. £0.05 is back in your balance." The reason,
 * if any, is a sentence of its own (`jobReasons`).
 */
export const jobSentence = inLanguage('jobSentence', (job: JobOutcome): string => {
  switch (job.state) {
    case 'held':
      return 'Waiting for the printer.';
    case 'printing':
      return `Printing: ${job.impressions} of ${pagesInWords(job.total)}.`;
    case 'stalled':
      return `Paused after ${job.impressions} of ${pagesInWords(job.total)}.`;
    case 'checking':
      return 'We are checking how many pages came out. What did not come out comes back within 24 hours.';
    case 'completed':
      return `Printed ${pagesInWords(job.impressions)}${costClause(job.captured)}.${backSentence(job.returned)}`;
    case 'partial':
    case 'failed':
    case 'canceled':
      return `${printedPart(job)}${backSentence(job.returned)}`;
  }
});

function printedPart({ impressions, total }: JobOutcome): string {
  return impressions === 0 ? 'Nothing was printed.' : `Printed ${impressions} of ${pagesInWords(total)}.`;
}

function costClause(captured: Money | undefined): string {
  return captured ? ` for ${formatMoney(captured)}` : '';
}

function backSentence(returned: Money | undefined): string {
  return returned && returned.minor > 0 ? ` ${formatMoney(returned)} is back in your balance.` : '';
}

/**
 * The words of a reason: a sentence for the owner, words that staff read, and the remedy, which is absent
 * where nothing is to be done.
 */
interface ReasonWords {
  readonly sentence: string;
  readonly forStaff: string;
  readonly remedy?: string;
}

/** Why a job waits, stalls, or ended early. */
export const reasonWords = inLanguage<Readonly<Record<JobReason, ReasonWords>>>('reasonWords', jobReasons);

/** The words for a printer without trouble, and for a printer whose box is not connected. */
export const printerDoes = inLanguage('printerDoes', {
  offline: 'offline',
  printing: 'printing',
  ready: 'ready',
});

/** `Pages 3–12 (the first 2 were printed)` */
export const restInWords = inLanguage('restInWords', (rest: Rest): string => {
  const { pages, printed } = rangesOf(rest);
  const remaining =
    pages === undefined ? pagesInWords(rest.count) : `${rest.count === 1 ? 'Page' : 'Pages'} ${pages}`;
  if (!printed) return `${remaining} (others were printed)`;
  if ('pages' in printed) {
    return `${remaining} (${printed.isOne ? `page ${printed.pages} was` : `pages ${printed.pages} were`} printed)`;
  }
  return `${remaining} (the first ${printed.first === 1 ? 'was' : `${printed.first} were`} printed)`;
});
