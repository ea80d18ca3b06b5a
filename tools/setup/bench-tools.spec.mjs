import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '../process/checkout.mjs';
import { forBench, installed, unpacked } from './tool-list.mjs';

const bench = join(checkout, 'test/bench');

/** The programs that the bench names in a call that runs a program or looks for one. */
function programsRun() {
  const sources = readdirSync(bench, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const text = sources.map((name) => readFileSync(join(bench, name), 'utf8')).join('\n');
  const calls = text.matchAll(/\b(?:run|execFile|execFileSync|spawn|toolPath|findTool)\(\s*'([^']+)'/g);
  return [...new Set([...calls].map(([, program]) => program))].sort();
}

test('the set-up of the bench gets every program that the bench runs', () => {
  const gotten = [
    ...Object.values({ ...unpacked, ...forBench }).flatMap(({ programs = [] }) => programs),
    ...Object.values(installed).map(({ program }) => program),
  ];
  expect(programsRun()).toEqual(expect.arrayContaining(['pdftoppm', 'pgbench', 'soffice']));
  expect(programsRun().filter((program) => !gotten.includes(program))).toEqual([]);
});
