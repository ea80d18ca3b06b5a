import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Child } from '@sixpence/sandbox/processes/child';
import { answers, untilReady } from '@sixpence/sandbox/processes/ready';
import { freePort } from '../../support/free-port.js';

const checkout = join(import.meta.dirname, '../../..');

/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let address: string;

/** The development server of the panels, before a stand-in agent that answers with the requested path. */
beforeAll(async () => {
  const agent = createServer((request, response) => response.end(`agent: ${request.url}`));
  agent.listen(0, '127.0.0.1');
  await once(agent, 'listening');
  after.defer(() => void agent.close());
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-panel-server-'));
  after.defer(() => rmSync(folder, { recursive: true }));
  const child = Child.start({
    name: 'panel server',
    program: process.execPath,
    args: [
      join(checkout, 'node_modules/vite/bin/vite.js'),
      join(checkout, 'printer-agent/panel'),
      ...['--port', String(port), '--strictPort'],
    ],
    logFile: join(folder, 'log'),
    env: { AGENT_URL: `http://127.0.0.1:${(agent.address() as AddressInfo).port}` },
  });
  after.defer(async () => void (await child.stop()));
  address = `http://127.0.0.1:${port}`;
  await untilReady(child, answers(`${address}/panel-app/`));
});
afterAll(() => after.disposeAsync());

test.each(['/', '/panel/hall?pair=abc-1'])('%s comes from the agent', async (path) => {
  expect(await textAt(path)).toBe(`agent: ${path}`);
});

test.each(['/panel/hall', '/panel/hall?story=paper'])(
  '%s comes from the development server',
  async (path) => {
    expect(await textAt(path)).toContain('<div id="root">');
  },
);

async function textAt(path: string): Promise<string> {
  return (await fetch(address + path)).text();
}
