import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';

/**
 * Copies built pages to the data folder, from which they are served, and returns that folder. A build while
 * the service runs, such as that of `npm test`, therefore never removes a page that a browser uses.
 */
export function publishPages(built: string, target: string): string {
  rmSync(target, { recursive: true, force: true });
  const source = join(checkout, built);
  if (existsSync(source)) cpSync(source, target, { recursive: true });
  return target;
}
