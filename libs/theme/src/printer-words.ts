import { printerDoes, reasonWords } from './shared-words.en.js';
import type { PrinterState } from '@sixpence/contracts/printing/printer-states';
import { type JobReason, jobReasons } from '@sixpence/contracts/printing/job-reasons';

export interface PrinterCondition {
  state: PrinterState;
  reasons: readonly JobReason[];
  /** False while the printer's agent cannot reach the service. */
  online: boolean;
}

/**
 * A printer's state, in one to three words. A stopping condition is named if it is more specific than the
 * state.
 */
export function printerWords({ state, reasons, online }: PrinterCondition): string {
  const reason = reasons.find(isSpecific);
  if (state === 'unreachable') return reasonWords[reason ?? 'printer-unreachable'].forStaff;
  if (!online) return printerDoes.offline;
  if (reason) return reasonWords[reason].forStaff;
  if (state === 'stopped') return reasonWords['printer-stopped'].forStaff;
  return state === 'processing' ? printerDoes.printing : printerDoes.ready;
}

export function printerMood(printer: PrinterCondition): 'good' | 'busy' | 'warn' | 'stop' {
  if (printer.state === 'unreachable' || !printer.online) return 'stop';
  if (printer.state === 'stopped' || printer.reasons.some(isSpecific)) return 'warn';
  return printer.state === 'processing' ? 'busy' : 'good';
}

function isSpecific(reason: JobReason): boolean {
  const row = jobReasons[reason];
  return row.stops && !row.isGeneral;
}
