import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const testing = join(import.meta.dirname, 'testing');

test('10,000 mutated replies do not crash a process with a small heap, and truncated ones are refused', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--max-old-space-size=64',
      '--disable-warning=ExperimentalWarning',
      '--experimental-transform-types',
      '--import',
      join(testing, 'typescript-hook.mjs'),
      join(testing, 'mutate-replies.ts'),
      '20260',
      '10000',
    ],
    { env: {}, timeout: 150_000 },
  );
  const tally = JSON.parse(stdout) as Record<string, number>;
  expect(tally).toMatchObject({ mutations: 10_000, truncations: 10_000, truncationsAccepted: 0, changed: 0 });
  // The run proves something only if the decoder accepted many and refused many.
  expect(tally.decoded).toBeGreaterThan(500);
  expect(tally.refused).toBeGreaterThan(5_000);
});
