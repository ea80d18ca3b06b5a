import { type JobReason, jobReasons, type ReasonPicture } from '@sixpence/contracts/printing/job-reasons';
import { reasonAndRemedy } from '@sixpence/theme/reason-words';
import type { PrinterLine } from '../views.js';
import { troubleWords } from './trouble-words.en.js';

/** A picture, a sentence, and the effect on the user's money. */
export interface Trouble {
  picture: ReasonPicture;
  sentence: string;
  money: string;
}

/** Trouble before a code is typed, so that no user types a code that cannot work. */
export function troubleBefore(printer: PrinterLine): Trouble | undefined {
  const { nothingCharged: money, offline } = troubleWords;
  const [reason] = printer.reasons;
  if (printer.state === 'unreachable') return { ...troubleOf(reason ?? 'printer-unreachable'), money };
  if (!printer.online) return { picture: 'offline', sentence: offline, money };
  if (printer.state === 'stopped') return { ...troubleOf(reason ?? 'printer-stopped'), money };
  return printer.reasons.includes('not-accepting') ? { ...troubleOf('not-accepting'), money } : undefined;
}

/** Trouble while a job stalls: its money is held, not spent. */
export function troubleDuring(reason: JobReason | undefined): Trouble {
  return { ...troubleOf(reason ?? 'printer-stopped'), money: troubleWords.setAside };
}

function troubleOf(reason: JobReason): Pick<Trouble, 'picture' | 'sentence'> {
  return { picture: jobReasons[reason].picture ?? 'stopped', sentence: reasonAndRemedy(reason) };
}
