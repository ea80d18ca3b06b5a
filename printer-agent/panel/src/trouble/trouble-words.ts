import { type JobReason, jobReasons, type ReasonPicture } from '@sixpence/contracts/job-reasons';
import { inLanguage } from '@sixpence/theme/language';
import { reasonWords } from '@sixpence/theme/reason-words';
import type { PrinterLine } from '../views.js';

/** One picture, one sentence, and what happens with the money. */
export interface Trouble {
  picture: ReasonPicture;
  sentence: string;
  money: string;
}

export const troubleWords = inLanguage('troubleWords', {
  nothingCharged: 'Nothing is charged. Your documents and your code are kept.',
  setAside: 'Your money is only set aside. What has not come out in 10 minutes is cancelled and comes back.',
  silent: 'The printer does not answer. Please tell the staff.',
  offline: 'This printer is offline: codes cannot be checked just now.',
  stopped: 'The printer has stopped. Please tell the staff.',
});

/** Trouble before anything is paid: nobody should type a code that leads nowhere. */
export function troubleBefore(printer: PrinterLine): Trouble | undefined {
  const { nothingCharged: money, silent, offline } = troubleWords;
  if (printer.state === 'unreachable') return { picture: 'offline', sentence: silent, money };
  if (!printer.online) return { picture: 'offline', sentence: offline, money };
  if (printer.state !== 'stopped') return undefined;
  return { ...troubleOf(printer.reasons[0]), money };
}

/** Trouble while a job stands still: its money is held, not spent. */
export function troubleDuring(reason: JobReason | undefined): Trouble {
  return { ...troubleOf(reason), money: troubleWords.setAside };
}

function troubleOf(reason: JobReason | undefined): Pick<Trouble, 'picture' | 'sentence'> {
  if (!reason) return { picture: 'stopped', sentence: troubleWords.stopped };
  const row = jobReasons[reason];
  const { sentence, remedy } = reasonWords[reason];
  if (!row.stops) return { picture: 'stopped', sentence };
  return { picture: row.picture, sentence: remedy ? `${sentence} ${remedy}` : sentence };
}
