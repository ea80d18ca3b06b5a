import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '../../support/free-port.js';
import { pino } from 'pino';
import { Agent } from '@sixpence/agent/agent';
import type { AgentConfig } from '@sixpence/agent/config';
import { Identity } from '@sixpence/agent/identity/identity';
import { isDiskTrouble } from '@sixpence/agent/journal/disk-trouble';

async function aBox() {
  const after = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-read-only-'));
  after.defer(() => rmSync(folder, { recursive: true }));
  new Identity(folder).keepEnrolment({ agentId: '6f0d3c1e-1f3e-4f58-9a44-2f1c1df2a6f0', site: 'Hall' });
  const config: AgentConfig = {
    CORE_URL: 'http://127.0.0.1:9',
    AGENT_DATA_DIR: folder,
    HOST: '127.0.0.1',
    AGENT_PORT: await freePort(),
    AGENT_LAN_HOST: '',
    AGENT_LAN_PORT: 0,
    TLS_CERT_FILE: '',
    TLS_KEY_FILE: '',
    PANEL_DIR: folder,
    LOG_LEVEL: 'error',
  };
  // SQLite cannot open a file here, as on a read-only disk; this also works as root.
  const journal = join(folder, 'journal.db');
  mkdirSync(journal);
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const stop = new AbortController();
  const ask = (path: string) => fetch(`http://127.0.0.1:${config.AGENT_PORT}${path}`);
  /** The first answer of the box after it listens. */
  const answer = async (path: string): Promise<Response> => {
    for (;;) {
      const answer = await ask(path).catch(() => undefined);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { after, journal, logged, stop, answer, starting: Agent.start(config, log, stop.signal) };
}

test('a box with a read-only disk shows the trouble at its panels, and works as soon as the disk is writable', async () => {
  const { after, journal, logged, answer, starting } = await aBox();
  await using ended = after;
  const panel = await Promise.race([answer('/panel/hall'), starting.then(() => undefined)]);
  if (!panel) throw new Error('The box has started');
  expect([panel.status, panel.headers.get('retry-after')]).toEqual([503, '10']);
  const page = await panel.text();
  expect(page).toContain('Nothing can be printed here just now');
  expect(page).toContain('the disk of this box takes no writes');
  const health = await answer('/healthz');
  expect([health.status, await health.json()]).toEqual([503, { status: 'disk', online: false }]);
  expect(logged.join('')).toContain('Make its disk writable');

  rmSync(journal, { recursive: true });
  const agent = await starting;
  ended.defer(() => agent.stop());
  expect(await (await answer('/healthz')).json()).toEqual({ status: 'ok', online: false });
});

test('a box that waits for its disk can be stopped', async () => {
  const { after, stop, answer, starting } = await aBox();
  await using ended = after;
  ended.defer(() => stop.abort());
  const health = await Promise.race([answer('/healthz'), starting.then(() => undefined)]);
  expect(health?.status).toBe(503);
  stop.abort();
  await expect(starting).rejects.toThrow('abort');
});

test.each([
  ['a read-only disk', 8, true],
  ['an I/O error while locking', 3_850, true],
  ['a full disk', 13, true],
  ['a file that cannot be opened', 14, true],
  ['a file locked by another process', 5, false],
  ['a file that is no database', 26, false],
])('whether the disk is the reason why a journal cannot be opened: %s', (_, errcode, waits) => {
  expect(isDiskTrouble(Object.assign(new Error('SQLite'), { errcode }))).toBe(waits);
});
