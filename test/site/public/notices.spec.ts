import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';

test.each([
  ['web/dist/third-party-notices.txt', ['react', '@mantine/core', '@fontsource-variable/instrument-sans']],
  ['printer-agent/panel/dist/third-party-notices.txt', ['react', 'uqr', 'lucide-react']],
  ['apps/core/dist/main.notices.txt', ['fastify', 'typeorm', 'stripe', '@nats-io/jetstream']],
  ['apps/converter/dist/fence/inside.notices.txt', ['bmp-ts', 'cfb']],
  ['apps/intake/dist/reading/main.notices.txt', ['mailparser', 'mailauth']],
  ['printer-agent/dist/main.notices.txt', ['fastify', 'ws', 'zod']],
])('%s names the packages of its build', (file, packages) => {
  const named = new Set(
    [...readFileSync(join(checkout, file), 'utf8').matchAll(/^(\S+) \d+\.\d+\.\S+ \(/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(packages.filter((name) => !named.has(name))).toEqual([]);
  expect(['jest', 'knip', '@sixpence/contracts'].filter((name) => named.has(name))).toEqual([]);
});
