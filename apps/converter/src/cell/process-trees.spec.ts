import { expect, test } from '@jest/globals';
import { usageOfTrees } from './process-trees.js';

test('the kernel reports memory and processor time of a process', () => {
  const before = usageOfTrees([process.pid]);
  const begun = process.cpuUsage();
  while (process.cpuUsage(begun).user < 200_000);
  const after = usageOfTrees([process.pid]);
  expect(after.processorMs - before.processorMs).toBeGreaterThanOrEqual(150);
  expect(after.residentBytes).toBeGreaterThan(1_000_000);
});
