import { inLanguage } from './language.js';
import { reasonWords } from './reason-words.js';
import type { PrinterState } from '@sixpence/contracts/printer-states';
import { type JobReason, jobReasons } from '@sixpence/contracts/job-reasons';

export interface PrinterCondition {
  state: PrinterState;
  reasons: readonly JobReason[];
  /** False while the printer's agent cannot reach the service. */
  online: boolean;
}

/** How a printer is, in one to three words. A condition that somebody at the printer can put right is named. */
export const printerWords = inLanguage(
  'printerWords',
  ({ state, reasons, online }: PrinterCondition): string => {
    if (state === 'unreachable') return 'not answering';
    if (!online) return 'offline';
    const reason = reasons.find(hasRemedy);
    if (reason) return reasonWords[reason].staff;
    if (state === 'stopped') return 'stopped';
    return state === 'processing' ? 'printing' : 'ready';
  },
);

export function printerMood(printer: PrinterCondition): 'good' | 'busy' | 'warn' | 'stop' {
  if (printer.state === 'unreachable' || !printer.online) return 'stop';
  if (printer.state === 'stopped' || printer.reasons.some(hasRemedy)) return 'warn';
  return printer.state === 'processing' ? 'busy' : 'good';
}

function hasRemedy(reason: JobReason): boolean {
  const row = jobReasons[reason];
  return row.stops && row.remedy !== undefined;
}
