import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledFolder, logsFolder } from '../process/checkout.mjs';
import { countOf } from './count.mjs';
import { runTimed } from './processor-time.mjs';
import { nodeProgram } from '../process/node.mjs';
import { printLines, seconds, showProgress } from '../process/progress.mjs';
import { noteRows } from './rows.mjs';

const reporter = fileURLToPath(new URL('count-reporter.mjs', import.meta.url));

/**
 * `rows` are the rows of the specification that test titles name. The check of a tool has none.
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} processorSeconds as `runTimed` counts them
 * @property {import('./rows.mjs').RowsOfTests} [rows]
 */

/**
 * Runs a tool that passes or fails as a whole. It counts as one check.
 * @returns {Promise<Count>}
 */
export async function check(name, script, args) {
  const { status, output, took, processorSeconds } = await runScript(name, [script, ...args]);
  report(name, { ok: status === 0, took, detail: status === 0 ? '' : output });
  return { ...(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }), processorSeconds };
}

/**
 * Runs some of Jest's projects and counts each test. A project that does not run counts as one failure: see
 * `countOf`.
 * @returns {Promise<Count>}
 */
export async function jest(name, projects, args = []) {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-jest-'));
  const countFile = join(folder, 'count.json');
  const script = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    ...projects,
    '--reporters=default',
    `--reporters=${reporter}`,
    ...args,
  ];
  const environment = { SIXPENCE_TEST_COUNT: countFile };
  const { status, output, took, processorSeconds } = await runScript(name, script, environment);
  const found = existsSync(countFile) ? JSON.parse(readFileSync(countFile, 'utf8')) : undefined;
  rmSync(folder, { recursive: true });
  if (found) noteRows(name, found.rows);
  const count = countOf(status, found);
  const text = [
    `${count.passed} passed`,
    count.failed && `${count.failed} failed`,
    count.skipped && `${count.skipped} skipped`,
  ];
  const ok = count.failed === 0;
  report(`${name}: ${text.filter(Boolean).join(', ')}`, { ok, took, detail: ok ? '' : output });
  return { ...count, processorSeconds };
}

async function runScript(name, args, env = {}) {
  const start = Date.now();
  const surroundings = { FORCE_COLOR: undefined, NODE_COMPILE_CACHE: compiledFolder, ...env };
  const answer = await showProgress(name, () => runTimed(nodeProgram(), args, { env: surroundings }));
  writeFileSync(join(logsFolder, `test-${name.replaceAll(' ', '-')}.log`), answer.output);
  return { ...answer, took: seconds(start) };
}

function report(name, { ok, took, detail }) {
  printLines(`${ok ? '✓' : '✗'} ${name} (${took})`);
  if (detail) printLines(detail.replace(/^/gm, '  '));
}
