import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { speakIpp } from '@sixpence/agent/ipp/testing/speak-ipp';
import { ScriptedPrinter } from '@sixpence/agent/ipp/testing/scripted-printer';
import { AgentRequestsService } from '@sixpence/core/gateway/agent-requests.service';
import { AgentsGateway } from '@sixpence/core/gateway/agents.gateway';
import { PanelLinksService } from '@sixpence/core/sites/panel-links.service';
import { answers } from '@sixpence/sandbox/processes/ready';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { shortLivedFolder } from '@sixpence/sandbox/testing/short-lived-folder';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { FrozenVersion, type CoreMessages } from '../../support/peers/frozen.js';
import { Panel } from '../../support/browser/panel.js';
import { aPdf } from '../../support/documents/pdf.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { ServiceProcess } from '../../support/worlds/service-process.js';
import { until } from '../../support/until.js';
import { Uploads } from '../../support/builders/uploads.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  after.use(await ConverterProcess.start(world.core, withoutOffice));
});
afterEach(async () => {
  expect(await world.breaches()).toEqual([]);
});
afterAll(() => after.disposeAsync());

/** A site whose hall printer is driven by a box of another version. */
async function aSiteOf(version: FrozenVersion) {
  const folder = shortLivedFolder('sixpence-old-box-');
  after.defer(() => rm(folder, { recursive: true, force: true }));
  const printer = new ScriptedPrinter();
  printer.pages = 3;
  const ippServer = await speakIpp(printer);
  after.defer(() => ippServer.stop());
  const site = await world.aSite();
  const hall = { siteId: site.id, slug: 'hall', name: 'Hall', uri: ippServer.uri };
  const { id: printerId } = await world.printers.put(hall);
  // The printers of a revoked box go to the box that enrols next.
  await world.agents.revoke(site.agent.id);
  const port = String(await freePort());
  mkdirSync(join(folder, 'panel'));
  writeFileSync(join(folder, 'panel/index.html'), '<title>the panel</title>');
  const env = {
    CORE_URL: world.core.url,
    AGENT_DATA_DIR: join(folder, 'data'),
    AGENT_INVITE: await world.agents.invite(site.id),
    AGENT_PORT: port,
    PANEL_DIR: join(folder, 'panel'),
  };
  const args = [version.unpackBox(folder)];
  const box = await ServiceProcess.start({
    command: { name: 'old-box', program: process.execPath, args, env, logFile: join(folder, 'box.log') },
    ready: answers(`http://127.0.0.1:${port}/healthz`),
  });
  after.defer(() => box.kill());
  const code = await world.core.app.get(PanelLinksService).make(printerId);
  const link = `http://localhost:${port}/panel/hall?pair=${code}`;
  const open = async () => {
    const panel = await Panel.open(link);
    after.defer(() => panel.close());
    return panel;
  };
  return { box, printer, open, site };
}

/** A user with a pound and a document of three pages. @returns their print code */
async function aPersonsCode(): Promise<string> {
  const { userId, cookie } = await world.core.signedIn(`${crypto.randomUUID()}@example.com`);
  const amount = { minor: 100, currency: 'GBP' } as const;
  await world.credits.grant({ owner: userId, amount, key: crypto.randomUUID(), reason: 'a test' });
  const uploads = new Uploads(world.core, cookie);
  const documentId = await uploads.upload('essay.pdf', 'application/pdf', await aPdf({ pages: 3 }));
  expect(await uploads.settled(documentId)).toMatchObject({ status: 'ready' });
  return (await world.issue(userId)).code;
}

/** Makes core hold a job at the site’s other printer that the box does not know. */
async function holdBehind(site: TestSite): Promise<void> {
  const [box]: { id: string }[] = await world.database.query(
    'SELECT id FROM agents WHERE site_id = $1 AND revoked_at IS NULL',
    [site.id],
  );
  await world.database.query('UPDATE printers SET accepting = true WHERE id = $1', [
    site.printers['library'],
  ]);
  const owner = await world.aPerson('1.00');
  await world.aDocument(owner);
  const driven = { ...site, agent: { ...site.agent, id: box!.id } };
  await world.print(driven, await world.logIn(driven, owner, 'library'));
}

/** Records all later requests to core, and its answers. */
function listen() {
  const said: { name: string; status: string; body?: unknown }[] = [];
  const requests = world.core.app.get(AgentRequestsService);
  const answer = requests.answerRequest.bind(requests);
  jest.spyOn(requests, 'answerRequest').mockImplementation(async (agentId, name, asked) => {
    const result = await answer(agentId, name, asked);
    said.push({ name, ...result });
    return result;
  });
  const gateway = world.core.app.get(AgentsGateway);
  const greet = gateway.greet.bind(gateway);
  const welcomes: unknown[] = [];
  jest.spyOn(gateway, 'greet').mockImplementation(async (...hello) => {
    const welcome = await greet(...hello);
    welcomes.push(welcome);
    return welcome;
  });
  return { said, welcomes };
}

describe.each(FrozenVersion.all())('a box of contract $contract', (version) => {
  test('sends this core every request of its contract, prints once, and core captures the price of the printed pages', async () => {
    const { said, welcomes } = listen();
    const { box, printer, open, site } = await aSiteOf(version);
    await until(() => said.some(({ name, status }) => name === 'printer' && status === 'ok'));
    let panel = await open();
    printer.stuckAt = 2;
    const { documents } = await panel.logIn(await aPersonsCode());
    panel.send({ action: 'print', documentIds: documents.map(({ documentId }) => documentId) });
    await panel.screen('printing', (view) => view.jobs[0]?.impressions === 1);
    await until(() => said.some(({ name }) => name === 'progress'));
    // After its restart, the box asks for the session and the name of its job. It reports the other job as
    // unknown.
    await box.kill();
    await holdBehind(site);
    await box.restart();
    panel = await open();
    await panel.screen('printing', (view) => view.jobs[0]?.fileName === 'essay.pdf');
    await until(() => said.some(({ name }) => name === 'redeemed'));
    printer.stuckAt = undefined;
    const done = await panel.screen('done', (view) => view.jobs[0]?.captured?.minor === 15);
    expect(done.jobs).toMatchObject([{ state: 'completed', impressions: 3 }]);
    expect(printer.printed).toEqual([done.jobs[0]!.jobId]);

    panel.send({ action: 'report', jobId: done.jobs[0]!.jobId, fault: 'faint' });
    await panel.screen('done', (view) => view.jobs[0]?.reported === 'faint');
    panel.send({ action: 'more' });
    await panel.screen('documents');
    panel.send({ action: 'home' });
    await panel.screen('attract');
    panel.send({ action: 'begin' });
    await panel.screen('keypad');
    panel.send({ action: 'scan' });
    await panel.screen('pairing', (view) => view.code !== undefined);
    panel.send({ action: 'home' });
    const questions = Object.keys((await version.gateway()).agentRequests);
    const answered = () => new Set(said.filter(({ status }) => status === 'ok').map(({ name }) => name));
    await until(() => questions.every((name) => answered().has(name)));
    expect(said.filter(({ status }) => status !== 'ok')).toEqual([]);

    if (version.coreMessages) return;
    const first = new Map([...said].reverse().map(({ name, body }) => [name, body]));
    const spoken = { welcome: welcomes[0], answers: Object.fromEntries(first) } as unknown as CoreMessages;
    version.storeCoreMessages(spoken);
    throw new Error(
      'The messages of core were recorded in core.json. Check and commit the file, then run this test again.',
    );
  });
});
