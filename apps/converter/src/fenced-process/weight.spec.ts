import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { canRestoreWeight, weights } from './weight.js';

test('a process `behind` gets a third of an ordinary share, and a process `last` a tenth', () => {
  // The weights of nice values in the kernel's scheduler, by sched(7).
  const shares = { 0: 1_024, 5: 335, 10: 110 };
  expect(shares[weights.behind] / shares[weights.ordinary]).toBeCloseTo(1 / 3, 1);
  expect(shares[weights.last] / shares[weights.ordinary]).toBeCloseTo(1 / 10, 1);
});

test.each([
  ['root', '', true],
  ['another user', `[ "$2" -gt ${weights.ordinary} ]`, false],
])('the converter tries out whether it can raise a priority again: %s', async (_, renice, expected) => {
  const path = process.env.PATH;
  // This `renice` replaces the system's.
  const programs = await mkdtemp(join(tmpdir(), 'sixpence-programs-'));
  await writeFile(join(programs, 'renice'), `#!/bin/sh\n${renice}\n`, { mode: 0o755 });
  process.env.PATH = `${programs}:${path}`;
  try {
    expect(await canRestoreWeight()).toBe(expected);
  } finally {
    process.env.PATH = path;
    await rm(programs, { recursive: true });
  }
});
