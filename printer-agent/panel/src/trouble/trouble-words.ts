import { type JobReason, jobReasons, type ReasonPicture } from '@sixpence/contracts/job-reasons';
import type { PrinterLine } from '../views.js';

/** One picture, one sentence, and what happens with the money. */
export interface Trouble {
  picture: ReasonPicture;
  sentence: string;
  money: string;
}

/** Trouble before anything is paid: nobody should type a code that leads nowhere. */
export function troubleBefore(printer: PrinterLine): Trouble | undefined {
  const money = 'Nothing is charged. Your documents and your code are kept.';
  if (printer.state === 'unreachable') {
    return { picture: 'offline', sentence: 'The printer does not answer. Please tell the staff.', money };
  }
  if (!printer.online) {
    return {
      picture: 'offline',
      sentence: 'This printer is offline: codes cannot be checked just now.',
      money,
    };
  }
  if (printer.state !== 'stopped') return undefined;
  return { ...troubleWords(printer.reasons[0]), money };
}

/** Trouble while a job stands still: its money is held, not spent. */
export function troubleDuring(reason: JobReason | undefined): Trouble {
  return {
    ...troubleWords(reason),
    money: 'Your money is only set aside. What has not come out in 10 minutes is cancelled and comes back.',
  };
}

function troubleWords(reason: JobReason | undefined): Pick<Trouble, 'picture' | 'sentence'> {
  if (!reason) return { picture: 'stopped', sentence: 'The printer has stopped. Please tell the staff.' };
  const row = jobReasons[reason];
  if (!row.stops) return { picture: 'stopped', sentence: row.sentence };
  return { picture: row.picture, sentence: row.remedy ? `${row.sentence} ${row.remedy}` : row.sentence };
}
