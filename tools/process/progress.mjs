/**
 * An error that the reader can correct. It is printed as its message alone; any other error keeps its stack.
 */
export class SetupProblem extends Error {}

/**
 * Runs one step and reports it in one line: `✓ nats-server 2.9.10 (3.2 s)`.
 * @param {string} name shown when the step returns no name
 * @param {() => Promise<string | void>} work may return a more exact name
 */
export async function step(name, work) {
  const start = Date.now();
  const said = await work();
  console.log(`✓ ${said ?? name} (${seconds(start)})`);
}

export function note(text) {
  console.log(`• ${text}`);
}

export function seconds(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs a command line's work. A SetupProblem ends the process with status 1 and its message. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof SetupProblem ? `✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}
