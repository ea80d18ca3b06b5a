import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let core: CoreApp;
/** Finds an `unshare` that refuses before the system's, as in a container. */
let pathWithoutFence: string;

beforeAll(async () => {
  const programs = await mkdtemp(join(tmpdir(), 'sixpence-programs-'));
  after.defer(() => rm(programs, { recursive: true }));
  await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  pathWithoutFence = `${programs}:${process.env.PATH}`;
  core = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());

test('a converter that cannot shut documents in does not start', async () => {
  const starting = ConverterProcess.start(core, { PATH: pathWithoutFence, ...withoutOffice });
  await expect(starting).rejects.toThrow(/FENCE=container/);
});

test('where something else is the fence it starts, and its own secrets are not to be seen even there', async () => {
  const environment = { PATH: pathWithoutFence, FENCE: 'container', ...withoutOffice };
  await using converter = await ConverterProcess.start(core, environment);
  const seen = await readFile(`/proc/${converter.child.pid}/environ`, 'latin1');
  expect(seen).toContain(`PATH=${pathWithoutFence}`);
  const { NATS_PASSWORD } = core.nats.variablesOf('converter');
  for (const secret of [core.config.SERVICE_TOKEN, NATS_PASSWORD]) expect(seen).not.toContain(secret);
});
