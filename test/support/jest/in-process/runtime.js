import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jest, resetGlobals, setGlobals } from './globals.js';
import { loadFor } from './loading.js';

const requireOf = createRequire(import.meta.url);
/** Jest keeps the listeners of its events under this symbol, for all test files of one process. */
const listeners = Symbol.for('EVENT_HANDLERS');
/** Jest keeps the declarations of a test file under a symbol with this description. */
const declarations = 'JEST_STATE_SYMBOL';

let filesBefore = 0;

/**
 * Jest's runtime for tests without module mocks: Node loads the modules in the process itself. Jest's own
 * runtime gives each test file a separate context, which reads and compiles all packages again. Here modules
 * stay loaded from one file to the next; mocks, fake timers, and environment variables are reset.
 */
export default class InProcessRuntime {
  #surroundings = { ...process.env };
  #sourceMaps;

  /** @throws Error when coverage is requested, which only Jest's own runtime supports */
  constructor(config, _environment, _resolver, transformer, _files, { collectCoverage }) {
    if (collectCoverage) throw new Error('Coverage is not counted of tests that run in the process itself.');
    filesBefore += 1;
    this.#sourceMaps = loadFor(config, transformer);
    globalThis[listeners] = undefined;
  }

  /** Loads parts of Jest itself again for each test file, because they hold its declarations. */
  requireInternalModule(path) {
    const ofRunner = `${sep}jest-circus${sep}`;
    for (const loaded of Object.keys(requireOf.cache)) {
      if (loaded.includes(ofRunner)) delete requireOf.cache[loaded];
    }
    return requireOf(path);
  }

  requireModule(path) {
    return requireOf(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Imports a test file, or a set-up file that runs before each of them. */
  unstable_importModule(path) {
    return import(`${pathToFileURL(path).href}?file=${filesBefore}`);
  }

  setGlobalsForRuntime(globals) {
    setGlobals(globals);
  }

  /** Jest calls this before each test, as the setting `restoreMocks` says. */
  restoreAllMocks() {
    jest.restoreAllMocks();
  }

  getSourceMaps() {
    return this.#sourceMaps;
  }

  enterTestCode() {}

  leaveTestCode() {}

  getAllCoverageInfoCopy() {
    return undefined;
  }

  teardown() {
    resetGlobals();
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (symbol.description === declarations) delete globalThis[symbol];
    }
    for (const name of Object.keys(process.env)) if (!(name in this.#surroundings)) delete process.env[name];
    Object.assign(process.env, this.#surroundings);
  }
}
