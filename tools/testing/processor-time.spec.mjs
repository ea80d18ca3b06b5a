import { expect, test } from '@jest/globals';
import { runTimed, secondsOfChildren } from './processor-time.mjs';

test.each([
  ['dash', '0m0.000000s 0m0.000000s\n1m2.500000s 0m0.250000s\n', 62.75],
  ['bash', '0m0.001s 0m0.002s\n0m1.500s 2m0.500s\n', 122],
])('the seconds of the children are read from the output of `times` in %s', (_, text, seconds) => {
  expect(secondsOfChildren(text)).toBe(seconds);
});

const burn = 'while (process.cpuUsage().user + process.cpuUsage().system < 300_000);';

test('the processor seconds of a grandchild count; status and output are those of the command', async () => {
  const script = `
    const { spawnSync } = require('node:child_process');
    spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}]);
    console.log('done');
    process.exit(3);`;
  const { status, output, processorSeconds } = await runTimed(process.execPath, ['-e', script]);
  expect([status, output]).toEqual([3, 'done\n']);
  expect(processorSeconds).toBeGreaterThanOrEqual(0.25);
});

test('the processor seconds of a killed process count', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${burn} console.log('burnt'); setInterval(() => {}, 1000);`)}]);
    child.stdout.once('data', () => child.kill('SIGKILL'));`;
  const { status, processorSeconds } = await runTimed(process.execPath, ['-e', script]);
  expect(status).toBe(0);
  expect(processorSeconds).toBeGreaterThanOrEqual(0.25);
});
