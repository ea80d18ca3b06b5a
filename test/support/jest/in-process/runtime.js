import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resetGlobals, setGlobals } from './globals.js';
import { loadFor } from './loading.js';

const requireOf = createRequire(import.meta.url);
/** Jest keeps those who listen to its events here, for all files of tests that one process runs, */
const listeners = Symbol.for('EVENT_HANDLERS');
/** and what a file has declared under a symbol that is called so. */
const declared = 'JEST_STATE_SYMBOL';

let filesBefore = 0;

/**
 * Jest's runtime for tests without stand-ins for modules: Node itself loads them, in the process itself. Jest's own gives
 * each file of tests a world of its own, in which all packages are read, and all their code begins slowly, once more. Here
 * modules stay from one file to the next; mocks, fake timers, and variables of the environment do not.
 */
export default class InProcessRuntime {
  #surroundings = { ...process.env };
  #sourceMaps;

  /** @throws Error when coverage is asked for, which only Jest's own runtime counts */
  constructor(config, _environment, _resolver, transformer, _files, { collectCoverage }) {
    if (collectCoverage) throw new Error('Coverage is not counted of tests that run in the process itself.');
    filesBefore += 1;
    this.#sourceMaps = loadFor(config, transformer);
    globalThis[listeners] = undefined;
  }

  /** Parts of Jest itself, anew for each file of tests: they hold what it has declared. */
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

  /** A file of tests, or one that prepares each of them. */
  unstable_importModule(path) {
    return import(`${pathToFileURL(path).href}?file=${filesBefore}`);
  }

  setGlobalsForRuntime(globals) {
    setGlobals(globals);
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
      if (symbol.description === declared) delete globalThis[symbol];
    }
    for (const name of Object.keys(process.env)) if (!(name in this.#surroundings)) delete process.env[name];
    Object.assign(process.env, this.#surroundings);
  }
}
