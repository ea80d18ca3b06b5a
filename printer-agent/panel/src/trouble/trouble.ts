import type { JobReason } from '@sixpence/contracts/http/release';
import { reasonSentences } from '@sixpence/theme/job-words';
import type { PrinterLine } from '../views.js';

export type TroublePicture = 'paper' | 'jam' | 'cover' | 'toner' | 'offline' | 'busy' | 'stopped';

/** One picture, one sentence, and what happens with the money. */
export interface Trouble {
  picture: TroublePicture;
  sentence: string;
  money: string;
}

const pictures: Partial<Record<JobReason, TroublePicture>> = {
  'media-empty': 'paper',
  'media-jam': 'jam',
  'cover-open': 'cover',
  'toner-empty': 'toner',
  'printer-busy': 'busy',
  'printer-unreachable': 'offline',
};

const remedies: Partial<Record<JobReason, string>> = {
  'media-empty': 'Please ask the staff for paper.',
  'media-jam': 'Please ask the staff to clear it.',
  'cover-open': 'Please close it.',
  'toner-empty': 'Please tell the staff.',
};

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
  const remedy = remedies[reason];
  return {
    picture: pictures[reason] ?? 'stopped',
    sentence: remedy ? `${reasonSentences[reason]} ${remedy}` : reasonSentences[reason],
  };
}
