import { join } from 'node:path';
import { checkout } from './checkout.mjs';
import { isExecutable, onMachine, run } from './commands.mjs';
import { SetupProblem } from './progress.mjs';

const PINNED_NODE = join(checkout, 'node_modules/.bin/node');
const WANTED_MAJOR = 24;

/** npm runs on the machine's Node, because `npm ci` deletes the pinned one while it works. */
export function npm(args, options = {}, runner = run) {
  const node = onMachine('node') ?? process.execPath;
  const cli = process.env.npm_execpath;
  return cli ? runner(node, [cli, ...args], options) : runner('npm', args, options);
}

/**
 * The Node 24 that runs every later script: the machine's Node if it is new enough, otherwise the pinned
 * package.
 */
export function nodeProgram() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath;
  if (isExecutable(PINNED_NODE)) return PINNED_NODE;
  throw new SetupProblem(
    `Node ${WANTED_MAJOR} is missing: this machine has ${process.version} and no pinned package exists for ` +
      `${process.platform}-${process.arch}. Install Node ${WANTED_MAJOR} and start again.`,
  );
}
