import type { PrinterState } from '@sixpence/contracts/agent/gateway';
import type { JobReason } from '@sixpence/contracts/http/release';

export interface PrinterCondition {
  state: PrinterState;
  reasons: readonly JobReason[];
  /** False while the printer's agent cannot reach the service. */
  online: boolean;
}

const shortReasons: Partial<Record<JobReason, string>> = {
  'media-empty': 'out of paper',
  'media-jam': 'paper jam',
  'cover-open': 'cover open',
  'toner-empty': 'out of toner',
};

/** How a printer is, in one or two words. */
export function printerWords({ state, reasons, online }: PrinterCondition): string {
  if (state === 'unreachable') return 'not answering';
  if (!online) return 'offline';
  const known = reasons.map((reason) => shortReasons[reason]).find((words) => words !== undefined);
  if (known) return known;
  if (state === 'stopped') return 'stopped';
  return state === 'processing' ? 'printing' : 'ready';
}

export function printerMood(printer: PrinterCondition): 'good' | 'busy' | 'warn' | 'stop' {
  if (printer.state === 'unreachable' || !printer.online) return 'stop';
  if (printer.state === 'stopped' || printer.reasons.some((reason) => reason in shortReasons)) return 'warn';
  return printer.state === 'processing' ? 'busy' : 'good';
}
