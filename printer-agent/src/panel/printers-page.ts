import type { AgentPrinter, PrinterReport } from '@sixpence/contracts/agent/gateway';

const words: Record<PrinterReport['state'], string> = {
  idle: 'ready',
  processing: 'printing',
  stopped: 'stopped',
  unreachable: 'not reachable',
};

/** `/`: the printers of this box and the way to their panels, as a page that needs no script. */
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sixpence printers</title>
<meta name="viewport" content="width=device-width"><style>
body{font:1.25rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1b1f3b;background:#fbfaf7}
ul{list-style:none;padding:0}li{background:#fff;border-radius:12px;padding:1rem;margin:.75rem 0}a{color:#d6246e;font-weight:600}
</style></head><body><h1>${escapeHtml(site || 'Sixpence')}</h1>${list}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
