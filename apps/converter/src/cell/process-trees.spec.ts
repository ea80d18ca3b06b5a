import { expect, test } from '@jest/globals';
import { usageOfTrees } from './process-trees.js';

test('what a process takes is told by the kernel: memory, and time of the processor', () => {
  const before = usageOfTrees([process.pid]);
  const begun = process.cpuUsage();
  while (process.cpuUsage(begun).user < 200_000);
  const after = usageOfTrees([process.pid]);
  expect(after.processorMs - before.processorMs).toBeGreaterThanOrEqual(150);
  expect(after.residentBytes).toBeGreaterThan(1_000_000);
});
