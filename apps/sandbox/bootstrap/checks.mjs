import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logsFolder } from './checkout.mjs';
import { run } from './commands.mjs';
import { nodeProgram } from './packages.mjs';
import { seconds } from './progress.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * A tool that holds or does not: one check.
 * @returns {Promise<Count>}
 */
export async function check(name, script, args) {
  const { status, output, took } = await runScript(name, [script, ...args]);
  report(name, { ok: status === 0, took, detail: status === 0 ? '' : output });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Some of Jest's projects, counted by test. A file that could not run at all counts as one failure.
 * @returns {Promise<Count>}
 */
export async function jest(name, projects, args = []) {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-jest-'));
  const outputFile = join(folder, 'result.json');
  const script = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ];
  const { status, output, took } = await runScript(name, [
    ...script,
    ...['--selectProjects', ...projects],
    ...['--json', `--outputFile=${outputFile}`, '--passWithNoTests'],
    ...args,
  ]);
  const result = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')) : undefined;
  rmSync(folder, { recursive: true });
  const count = { passed: result?.numPassedTests ?? 0, failed: failures(result, status) };
  const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
  const text = [
    `${count.passed} passed`,
    count.failed && `${count.failed} failed`,
    skipped && `${skipped} skipped`,
  ];
  const ok = count.failed === 0;
  report(`${name}: ${text.filter(Boolean).join(', ')}`, { ok, took, detail: ok ? '' : output });
  return count;
}

function failures(result, status) {
  if (result === undefined) return 1;
  const counted = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return counted === 0 && status !== 0 ? 1 : counted;
}

async function runScript(name, args) {
  const start = Date.now();
  const answer = await run(nodeProgram(), args, { env: { FORCE_COLOR: undefined } });
  writeFileSync(join(logsFolder, `test-${name.replaceAll(' ', '-')}.log`), answer.output);
  return { ...answer, took: seconds(start) };
}

function report(name, { ok, took, detail }) {
  console.log(`${ok ? '✓' : '✗'} ${name} (${took})`);
  if (detail) console.log(detail.replace(/^/gm, '  '));
}
