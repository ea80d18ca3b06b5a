import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';
import { onMachine, run } from './commands.mjs';
import { note } from './progress.mjs';

/** Commits in this checkout are formatted from now on, unless it is no checkout of git or has hooks of somebody's own. */
export async function useHooks() {
  if (!existsSync(join(checkout, '.git')) || onMachine('git') === undefined) return;
  const set = await run('git', ['-C', checkout, 'config', '--get', 'core.hooksPath']);
  if (set.output.trim() !== '') return;
  const { status } = await run('git', ['-C', checkout, 'config', 'core.hooksPath', '.githooks']);
  if (status === 0) note('Commits here are formatted from now on: .githooks/pre-commit');
}
