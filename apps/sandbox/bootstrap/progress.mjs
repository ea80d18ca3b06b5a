/** Something the reader can mend. It is printed as its message alone; any other error keeps its stack. */
export class SetupProblem extends Error {}

/**
 * Runs one step and says so in one line: `✓ nats-server 2.9.10 (3.2 s)`.
 * @param {string} name shown when the step has nothing better to say of itself
 * @param {() => Promise<string | void>} work may answer a more exact name
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

/** Runs a whole command line's work; a problem ends it with status 1 and a sentence. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof SetupProblem ? `✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}
