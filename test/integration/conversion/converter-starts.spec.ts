import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';

/** Stops the started parts in reverse order, even if the start failed. */
const after = new AsyncDisposableStack();
let core: CoreApp;
/** A PATH whose `unshare` always fails, as in a container. */
let pathWithoutFence: string;

beforeAll(async () => {
  const programs = await mkdtemp(join(tmpdir(), 'sixpence-programs-'));
  after.defer(() => rm(programs, { recursive: true }));
  await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  pathWithoutFence = `${programs}:${process.env.PATH}`;
  core = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());

test('a converter that cannot build its fence does not start', async () => {
  const starting = ConverterProcess.start(core, { PATH: pathWithoutFence, ...withoutOffice });
  await expect(starting).rejects.toThrow(/FENCE=container/);
});

test('with a container as the fence the converter starts, and its environment still shows no secrets', async () => {
  const environment = { PATH: pathWithoutFence, FENCE: 'container', ...withoutOffice };
  await using converter = await ConverterProcess.start(core, environment);
  const seen = await readFile(`/proc/${converter.child.pid}/environ`, 'latin1');
  expect(seen).toContain(`PATH=${pathWithoutFence}`);
  const { NATS_PASSWORD } = core.nats.variablesOf('converter');
  for (const secret of [core.config.SERVICE_TOKEN, NATS_PASSWORD]) expect(seen).not.toContain(secret);
});
