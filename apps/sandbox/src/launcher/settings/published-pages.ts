import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';

/**
 * Copies built pages to the data folder, from where they are served, and answers that folder: a build that happens
 * while the service runs, such as that of `npm test`, then never takes a page away from under a browser.
 */
export function publishPages(built: string, target: string): string {
  rmSync(target, { recursive: true, force: true });
  const source = join(checkout, built);
  if (existsSync(source)) cpSync(source, target, { recursive: true });
  return target;
}
