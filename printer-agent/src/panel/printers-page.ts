import type { AgentPrinter, PrinterReport } from '@sixpence/contracts/agent/gateway';
import { escapeHtml, plainPage } from './plain-page.js';

const words: Record<PrinterReport['state'], string> = {
  idle: 'ready',
  processing: 'printing',
  stopped: 'stopped',
  unreachable: 'not reachable',
};

/** `/`: the printers of this box with links to their panels, as a page that works without a script. */
export function printersPage(
  site: string,
  printers: readonly { readonly printer: AgentPrinter; readonly report: PrinterReport }[],
): string {
  const rows = printers.map(
    ({ printer, report }) =>
      `<li><a href="/panel/${encodeURIComponent(printer.slug)}">${escapeHtml(printer.name)}</a> <small>${words[report.state]}</small></li>`,
  );
  const list =
    rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No printer has been added to this site yet.</p>';
  return plainPage('Sixpence printers', `<h1>${escapeHtml(site || 'Sixpence')}</h1>${list}`);
}
