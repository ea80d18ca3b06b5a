import { statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { processorMs } from './processor-time.js';

/** Two ticks of /proc: both times are rounded down. */
const precisionMs = 20;

test('the processor time of a process includes the time that the kernel works for it', () => {
  const { system } = process.cpuUsage();
  while (process.cpuUsage().system - system < 200_000) statSync('/');
  const used = () => {
    const { user, system: ofKernel } = process.cpuUsage();
    return (user + ofKernel) / 1_000;
  };
  const before = used();
  const measured = processorMs(process.pid);
  expect(measured).toBeGreaterThanOrEqual(before - precisionMs);
  expect(measured).toBeLessThanOrEqual(used() + precisionMs);
});

test('a process that has ended, or has no number, counts as zero', () => {
  expect([processorMs(undefined), processorMs(2 ** 22 + 1)]).toEqual([0, 0]);
});
