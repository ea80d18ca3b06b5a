import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { treesOf, usageOfTrees } from './process-trees.js';

test('the kernel reports memory and processor time of a process', () => {
  const before = usageOfTrees([process.pid]);
  const begun = process.cpuUsage();
  while (process.cpuUsage(begun).user < 200_000);
  const after = usageOfTrees([process.pid]);
  expect(after.processorMs - before.processorMs).toBeGreaterThanOrEqual(150);
  const { rss } = process.memoryUsage();
  expect(treesOf([process.pid]).get(process.pid)!.residentBytes / rss).toBeCloseTo(1, 0);
});

test('descendants of a process count, with the time of their ended children, and no other process', async () => {
  // A name that looks like the end of the second field of stat.
  const inner = 'process.title = ") R 1 2"; setTimeout(() => {}, 1e6); process.stdout.write("ready")';
  const busy = 'const begun = process.cpuUsage(); while (process.cpuUsage(begun).user < 300_000);';
  const script = `const { execFileSync, spawn } = require('node:child_process');
    execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);
    spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' });`;
  const child = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    const tree = treesOf([child.pid!]);
    expect(tree.size).toBe(2);
    const [grandchild] = [...tree.keys()].filter((pid) => pid !== child.pid);
    expect(tree.get(grandchild!)?.parent).toBe(child.pid);
    expect(tree.get(child.pid!)?.processorMs).toBeGreaterThanOrEqual(300);
    const usage = usageOfTrees([child.pid!, grandchild!]);
    const each = [...treesOf([child.pid!]).values()];
    expect(usage.processes).toBe(2);
    for (const { residentBytes } of each) expect(usage.residentBytes).toBeGreaterThan(residentBytes);
    for (const { processorMs } of each) expect(usage.processorMs).toBeGreaterThanOrEqual(processorMs);
    expect(treesOf([process.pid]).has(grandchild!)).toBe(true);
    expect(treesOf([])).toEqual(new Map());
  } finally {
    process.kill(-child.pid!, 'SIGKILL');
  }
});
