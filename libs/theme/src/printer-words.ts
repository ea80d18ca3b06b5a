import { inLanguage } from './language.js';
import { reasonWords } from './reason-words.js';
import type { PrinterState } from '@sixpence/contracts/printing/printer-states';
import { type JobReason, jobReasons } from '@sixpence/contracts/printing/job-reasons';

export interface PrinterCondition {
  state: PrinterState;
  reasons: readonly JobReason[];
  /** False while the printer's agent cannot reach the service. */
  online: boolean;
}

/** What a printer does when nothing stops it, and when nobody can ask it. */
export const printerDoes = inLanguage('printerDoes', {
  offline: 'offline',
  printing: 'printing',
  ready: 'ready',
});

/** How a printer is, in one to three words. What stops it is named where that says more than its state. */
export function printerWords({ state, reasons, online }: PrinterCondition): string {
  const reason = reasons.find(isParticular);
  if (state === 'unreachable') return reasonWords[reason ?? 'printer-unreachable'].staff;
  if (!online) return printerDoes.offline;
  if (reason) return reasonWords[reason].staff;
  if (state === 'stopped') return reasonWords['printer-stopped'].staff;
  return state === 'processing' ? printerDoes.printing : printerDoes.ready;
}

export function printerMood(printer: PrinterCondition): 'good' | 'busy' | 'warn' | 'stop' {
  if (printer.state === 'unreachable' || !printer.online) return 'stop';
  if (printer.state === 'stopped' || printer.reasons.some(isParticular)) return 'warn';
  return printer.state === 'processing' ? 'busy' : 'good';
}

function isParticular(reason: JobReason): boolean {
  const row = jobReasons[reason];
  return row.stops && !row.isGeneral;
}
