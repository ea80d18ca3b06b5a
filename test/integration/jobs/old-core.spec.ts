import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { AgentJob, AgentRequest } from '@sixpence/contracts/agent/gateway';
import { ScriptedCore } from '@sixpence/agent/testing/scripted-core';
import { code, TestBox } from '@sixpence/agent/testing/test-box';
import { until } from '@sixpence/agent/testing/wait';
import { printLimits } from '@sixpence/agent/release/limits';
import { FrozenVersion } from '../../support/peers/frozen.js';

let box: TestBox;
afterEach(() => box.stop());

/** A box of this version at a core of an earlier contract, which gives the recorded answers of that core. */
async function aBoxAtCoreOf(version: FrozenVersion): Promise<{ questions: string[]; capturedMinor: number }> {
  const { coreMessages } = version;
  if (!coreMessages) throw new Error('The messages of core were not recorded. Run npm run freeze.');
  const { welcome, answers } = coreMessages;
  const gateway = await version.gateway();
  const core = new ScriptedCore(gateway);
  box = await TestBox.start(printLimits, core, ({ id, uri }) => {
    // Core holds a job that this box does not know.
    const openJobs = welcome.openJobs && [{ jobId: randomUUID(), releaseId: randomUUID() }];
    core.welcome = { ...welcome, openJobs, printers: [{ ...welcome.printers[0]!, id, uri }] };
  });
  const [held] = answers.release.jobs;
  const jobs = new Map<string, AgentJob[]>();
  const ok = <T>(body: T) => ({ status: 'ok' as const, body });
  Object.assign(core.script, {
    ...Object.fromEntries(Object.entries(answers).map(([name, body]) => [name, () => ok(body)])),
    release: ({ releaseId }: AgentRequest<'release'>) => {
      jobs.set(releaseId, [{ ...held!, releaseId, printerId: box.hall.id }]);
      return ok({ ...answers.release, jobs: jobs.get(releaseId)! });
    },
  });
  return { questions: Object.keys(gateway.agentRequests), capturedMinor: answers.settle.captured.minor };
}

describe.each(FrozenVersion.all())('a core of contract $contract', (version) => {
  test('gets every request that it knows, and this box understands every answer', async () => {
    const { questions, capturedMinor } = await aBoxAtCoreOf(version);
    const { core, printer } = box;
    printer.stuckAt = 2;
    await box.showKeypad();
    box.page.press({ action: 'login', code });
    const { documents } = await box.page.shows('documents', (view) => view.documents.length > 0);
    box.page.press({ action: 'print', documentIds: documents.map(({ documentId }) => documentId) });
    await box.page.shows('printing', (view) => view.jobs[0]?.impressions === 1);
    await until(() => core.names().includes('progress'));
    await box.stopAgent();
    await box.startAgent();
    await box.page.shows('printing', (view) => view.jobs[0]?.fileName === documents[0]?.fileName);
    await until(() => core.names().includes('redeemed'));
    printer.stuckAt = undefined;
    const done = await box.page.shows('done', (view) => view.captured?.minor === capturedMinor);
    expect(done.jobs).toMatchObject([{ state: 'completed', impressions: 3 }]);
    expect(printer.printed).toHaveLength(1);

    box.page.press({ action: 'report', jobId: done.jobs[0]!.jobId, fault: 'faint' });
    await box.page.shows('done', (view) => view.jobs[0]?.reported === 'faint');
    box.page.press({ action: 'more' });
    await box.page.shows('documents');
    box.page.press({ action: 'home' });
    await box.page.shows('attract');
    box.page.press({ action: 'begin' });
    await box.page.shows('keypad');
    box.page.press({ action: 'scan' });
    await box.page.shows('pairing', (view) => view.code !== undefined);
    box.page.press({ action: 'home' });
    await until(() => questions.every((name) => (core.names() as string[]).includes(name)));
    expect(box.logged.filter((line) => line.includes('not of the contract'))).toEqual([]);
  });
});
