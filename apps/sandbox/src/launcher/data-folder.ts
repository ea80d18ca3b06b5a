import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { removePostgres } from '../postgres/server.js';

/** What belongs to the service. The tools and stamps of the set-up lie in the same folder and outlive a fresh start. */
const OURS = ['nats', 'storage', 'keys', 'agent', 'printers', 'site', 'panel', 'logs', 'secrets.json'];

export function removeData(folder: string): void {
  removePostgres(join(folder, 'postgres'));
  for (const name of OURS) rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Copies the built site and panel to the data folder, from where they are served: a build that happens while the
 * service runs, such as that of `npm test`, then never takes a page away from under a browser.
 */
export function publishPages(folder: string): { site: string; panel: string } {
  return {
    site: publish(join(checkout, 'web/dist'), join(folder, 'site')),
    panel: publish(join(checkout, 'printer-agent/panel/dist'), join(folder, 'panel')),
  };
}

function publish(built: string, target: string): string {
  rmSync(target, { recursive: true, force: true });
  if (existsSync(built)) cpSync(built, target, { recursive: true });
  return target;
}
