import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../process/checkout.mjs';
import { onMachine, run } from '../process/commands.mjs';
import { note } from '../process/progress.mjs';

/**
 * Sets the git hook that formats each commit in this checkout. Skips a folder without git, and a checkout
 * that already has other hooks.
 */
export async function useHooks() {
  if (!existsSync(join(checkout, '.git')) || onMachine('git') === undefined) return;
  const set = await run('git', ['-C', checkout, 'config', '--get', 'core.hooksPath']);
  if (set.output.trim() !== '') return;
  const { status } = await run('git', ['-C', checkout, 'config', 'core.hooksPath', '.githooks']);
  if (status === 0) note('Commits here are formatted from now on: .githooks/pre-commit');
}
