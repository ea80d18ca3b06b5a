import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, logsFolder, stampsFolder } from '../process/checkout.mjs';
import { run } from '../process/commands.mjs';
import { compile } from './compile.mjs';
import { nodeProgram, npm } from '../process/node.mjs';
import { bundleOf, programs, projects } from './programs.mjs';
import { SetupProblem, step } from '../process/progress.mjs';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'dist-types', '.data', '.cache', 'coverage']);
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'libs', 'tools/build'];

/**
 * The parts that `npm start` needs are these services and the pages below. A part is built when one of its
 * sources has changed or one of its results is missing.
 */
const services = {
  name: 'services',
  sources: [...SHARED, 'nest-cli.json', 'apps', 'printer-agent/src', 'printer-agent/tsconfig.json'],
  results: [...Object.values(programs).flat().map(bundleOf), 'apps/sandbox/payment-page/dist/stripe-js.js'],
  build: async (force) => {
    const folders = Object.values(projects).map(({ root }) => root);
    const others = ['apps/sandbox', 'apps/sandbox/payment-page', 'libs/theme', 'libs/content'];
    const compiled = await compile([...folders, ...others], { force });
    if (compiled.status !== 0) return compiled;
    return run(nodeProgram(), ['tools/build/bundle.mjs']);
  },
};
const pages = [
  {
    name: 'site',
    sources: [...SHARED, 'web'],
    results: ['web/dist/index.html'],
    build: () => vite('@sixpence/web'),
  },
  {
    name: 'panel',
    sources: [...SHARED, 'printer-agent/panel'],
    results: ['printer-agent/panel/dist/index.html'],
    build: () => vite('@sixpence/panel'),
  },
];

/**
 * The pages are bundled from the shared libraries that the build of the services compiles, so they come
 * second.
 */
export async function buildWhatChanged() {
  await buildPart(services);
  await Promise.all(pages.map(buildPart));
}

/** The programs in `test/` that a bench, a fuzz run, and a simulation start. */
export async function buildTests() {
  await step('test programs', async () => {
    const { status, output } = await compile(['test']);
    if (status !== 0) throw new SetupProblem(`The test programs could not be built:\n${output.slice(-4000)}`);
    return 'test programs built';
  });
}

async function buildPart({ name, sources, results, build }) {
  const stamp = join(stampsFolder, name);
  const print = fingerprint(sources);
  const resultsAreThere = results.every((file) => existsSync(join(checkout, file)));
  if (resultsAreThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return;
  await step(name, async () => {
    rmSync(stamp, { force: true });
    const { status, output } = await build(!resultsAreThere);
    writeFileSync(join(logsFolder, `build-${name}.log`), output);
    if (status !== 0) throw new SetupProblem(`The ${name} could not be built:\n${output.slice(-4000)}`);
    writeFileSync(stamp, print);
    return `${name} built`;
  });
}

function vite(workspace) {
  return npm(['run', 'build', '--workspace', workspace]);
}

/**
 * One hash over the path and content of every source. It ignores file times, because a git checkout changes
 * them.
 */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of sources) add(hash, source);
  return hash.digest('hex');
}

function add(hash, path) {
  const full = join(checkout, path);
  const entries = readEntries(full);
  if (entries === undefined) {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const { name } of entries) {
    if (!NOT_SOURCES.has(name) && !name.endsWith('.tsbuildinfo')) add(hash, join(path, name));
  }
}

function readEntries(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
