import { run } from './commands.mjs';
import { nodeProgram } from './packages.mjs';

/** The native compiler; `typescript` itself is the older one, for tools that ask a compiler from JavaScript. */
export const compiler = 'node_modules/typescript-7/bin/tsc';

/** Compiles what changed of these projects, and of those they refer to; everything when none is named. */
export function compile(projects = [], { force = false } = {}) {
  return run(nodeProgram(), [compiler, '-b', ...projects, ...(force ? ['--force'] : [])]);
}
