import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { canGiveWeightBack, weights } from './weight.js';

test.each([
  ['root', '', true],
  ['another user', `[ "$2" -gt ${weights.ordinary} ]`, false],
])('whether a priority can be raised again is tested by trying: for %s', async (_, renice, expected) => {
  const path = process.env.PATH;
  // This `renice` replaces the system's.
  const programs = await mkdtemp(join(tmpdir(), 'sixpence-programs-'));
  await writeFile(join(programs, 'renice'), `#!/bin/sh\n${renice}\n`, { mode: 0o755 });
  process.env.PATH = `${programs}:${path}`;
  try {
    expect(await canGiveWeightBack()).toBe(expected);
  } finally {
    process.env.PATH = path;
    await rm(programs, { recursive: true });
  }
});
