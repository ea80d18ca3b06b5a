/**
 * An error that the reader can correct. It is printed as its message alone; any other error keeps its stack.
 */
export class SetupProblem extends Error {}

const isTerminal = () => process.stdout.isTTY === true;
/** The start of each step under way. */
const underWay = new Map();
let progressTimer;

/**
 * Runs one step and reports its end in one line: `✓ nats-server 2.9.10 (3.2 s)`.
 * @param {string} name shown when the step returns no name
 * @param {() => Promise<string | void>} work may return a more exact name
 */
export async function step(name, work) {
  const start = Date.now();
  const exactName = await showProgress(name, work);
  printLines(`✓ ${exactName ?? name} (${seconds(start)})`);
}

/**
 * Shows that this work is under way: in the last line of a terminal, each second; elsewhere by a line of its
 * own, each half minute.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showProgress(name, work) {
  underWay.set(name, Date.now());
  progressTimer ??= setInterval(
    () => (isTerminal() ? redraw() : printLines(status())),
    isTerminal() ? 1_000 : 30_000,
  );
  try {
    return await work();
  } finally {
    underWay.delete(name);
    if (underWay.size === 0) {
      clearInterval(progressTimer);
      progressTimer = undefined;
    }
    redraw();
  }
}

export function note(text) {
  printLines(`• ${text}`);
}

/** Prints lines above the one that shows the steps under way. */
export function printLines(text) {
  clear();
  console.log(text);
  redraw();
}

function redraw() {
  clear();
  if (isTerminal() && underWay.size > 0)
    process.stdout.write(status().slice(0, (process.stdout.columns || 80) - 1));
}

function clear() {
  if (isTerminal()) process.stdout.write('\r\x1b[K');
}

function status() {
  const now = Date.now();
  const steps = [...underWay].map(([name, start]) => `${name} ${Math.round((now - start) / 1000)} s`);
  return `… ${steps.join(', ')}`;
}

export function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * Runs a command line's work; `--help` prints its help instead. A SetupProblem ends the process with status 1
 * and its message.
 */
export async function main(help, work) {
  if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) {
    console.log(help);
    return;
  }
  process.on('exit', clear);
  try {
    process.exitCode = await work();
  } catch (error) {
    clear();
    console.error(error instanceof SetupProblem ? `✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}
