import { run } from '../process/commands.mjs';
import { nodeProgram } from '../process/node.mjs';

/**
 * The native compiler. The package `typescript` is the older compiler, for tools that call it from
 * JavaScript.
 */
export const compiler = 'node_modules/typescript-7/bin/tsc';

/**
 * Compiles the changed files of these projects and of the projects that they reference. Without projects it
 * compiles all.
 */
export function compile(projects = [], { force = false } = {}) {
  return run(nodeProgram(), [compiler, '-b', ...projects, ...(force ? ['--force'] : [])]);
}
