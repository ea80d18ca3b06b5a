import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { contractNumber } from '@sixpence/contracts/agent/versions';
import { pino } from 'pino';
import { aListing } from '../testing/builders.js';
import { ScriptedCore } from '../testing/scripted-core.js';
import { until } from '../testing/wait.js';
import { GatewayLink } from './gateway-link.js';
import { Unanswered } from './questions.js';

const agentId = randomUUID();
let core: ScriptedCore;
let link: GatewayLink;

beforeEach(async () => {
  core = new ScriptedCore();
  await core.start();
  link = new GatewayLink({
    coreUrl: core.url,
    credentials: { agentId, prove: (nonce) => `signed ${nonce}` },
    version: 'test',
    log: pino({ level: 'silent' }),
    timings: { reconnect: { firstMs: 10, mostMs: 20 }, pingMs: 20 },
  });
});

afterEach(async () => {
  link.stop();
  await core.stop();
});

async function online(): Promise<void> {
  link.start();
  await until(() => link.online);
}

describe('the link to core', () => {
  test('answers the challenge and is online once welcomed', async () => {
    await online();
    expect(core.hellos).toEqual([
      { type: 'hello', agentId, signature: 'signed nonce', version: 'test', contract: contractNumber },
    ]);
  });

  test('that was refused waits for as long as core asks', async () => {
    core.retryAfterSeconds = 1;
    const startedAt = performance.now();
    link.start();
    await until(() => core.refusedSockets === 1);
    core.retryAfterSeconds = undefined;
    await until(() => link.online);
    expect(performance.now() - startedAt).toBeGreaterThan(950);
    expect(core.refusedSockets).toBe(1);
  });

  test('sends a request that was made while core was away as soon as core is back', async () => {
    const listing = aListing();
    core.script.list = () => ({ status: 'ok', body: listing });
    const answer = link.askCore('list', { panelSessionId: listing.panelSessionId });
    link.start();
    await expect(answer).resolves.toEqual({ status: 'ok', body: listing });
  });

  test('repeats a request whose answer was lost, with the same id', async () => {
    const listing = aListing();
    const requestId = randomUUID();
    core.script.redeemed = () => 'silence';
    await online();
    const answer = link.askCore('redeemed', { requestId });
    await until(() => core.questions.length === 1);
    core.script.redeemed = () => ({ status: 'ok', body: listing });
    core.cut();
    await expect(answer).resolves.toEqual({ status: 'ok', body: listing });
    expect(core.questions[1]).toEqual(core.questions[0]);
  });

  test("does not repeat a printer's report, because a newer one follows", async () => {
    core.script.printer = () => 'silence';
    await online();
    const report = {
      printerId: randomUUID(),
      state: 'idle' as const,
      reasons: [],
      accepting: true,
      color: true,
      duplex: true,
      formats: [],
      makeAndModel: '',
    };
    const answer = link.askCore('printer', report);
    await until(() => core.questions.length === 1);
    core.cut();
    await expect(answer).rejects.toThrow(Unanswered);
    await until(() => core.hellos.length > 1);
    expect(core.names()).toEqual(['printer']);
  });

  test('ends a request at a refusal, and repeats it after a failure', async () => {
    let times = 0;
    core.script.list = () =>
      (times += 1) === 1
        ? { status: 'failed', message: 'the database is away' }
        : { status: 'refused', code: 'panel-session.ended', message: 'ended' };
    await online();
    const answer = await link.askCore('list', { panelSessionId: randomUUID() });
    expect(answer).toMatchObject({ status: 'refused', code: 'panel-session.ended' });
    expect(times).toBe(2);
  });

  test('fails a request whose answer breaks the contract, and stays open', async () => {
    core.script.list = () => ({ status: 'ok', body: { documents: 'all' } as never });
    await online();
    await expect(link.askCore('list', { panelSessionId: randomUUID() })).rejects.toThrow();
    expect(link.online).toBe(true);
  });

  test('ignores unknown notices of newer cores, and reads an unknown refusal as request.invalid', async () => {
    core.script.list = () => ({ status: 'refused', code: 'printer.on-strike' as never, message: 'no' });
    await online();
    core.send({ type: 'notice', notice: { name: 'weather', rain: true } } as never);
    const answer = await link.askCore('list', { panelSessionId: randomUUID() });
    expect(answer).toMatchObject({ status: 'refused', code: 'request.invalid' });
    expect(core.hellos).toHaveLength(1);
  });

  test.each([
    ['without a name', { rain: true }],
    ['with a known name, but without its fields', { name: 'paired' }],
  ])('closes the socket at a notice %s, and reconnects', async (_, notice) => {
    await online();
    core.send({ type: 'notice', notice } as never);
    await until(() => core.hellos.length > 1);
  });

  test('closes the socket at a frame outside the contract, and reconnects', async () => {
    await online();
    core.send('{"type":"surprise"}');
    await until(() => core.hellos.length > 1);
    await until(() => link.online);
  });

  test('fails a request without an answer in time', async () => {
    core.script.list = () => 'silence';
    await online();
    await expect(link.askCore('list', { panelSessionId: randomUUID() }, 30)).rejects.toThrow(Unanswered);
  });
});
