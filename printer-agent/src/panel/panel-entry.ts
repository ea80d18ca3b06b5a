import type { AgentPrinter, PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { Panel } from './panel.js';

/** A printer of this box and the panel beside it. */
export interface PanelEntry {
  readonly printer: AgentPrinter;
  readonly report: PrinterReport;
  readonly panel: Panel;
}
