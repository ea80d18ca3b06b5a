import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Identity } from '@sixpence/agent/identity/identity';
import { entryPoints } from '@sixpence/sandbox/services/service-commands';

let folder: string;
/** A complete environment; no core listens at its address. */
let environment: Record<string, string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-agent-starts-'));
  environment = {
    CORE_URL: 'http://127.0.0.1:1',
    AGENT_DATA_DIR: join(folder, 'data'),
    AGENT_PORT: '0',
    PANEL_DIR: folder,
  };
});
afterEach(() => {
  // A process still runs when its test has exceeded the time limit.
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const children: ChildProcessWithoutNullStreams[] = [];
function startAgent(): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [entryPoints.agent], { env: environment });
  children.push(child);
  return child;
}

/** Runs the agent's process. `when`: sends SIGTERM at the first output that contains this. */
async function run(when?: string) {
  const child = startAgent();
  const ended = once(child, 'exit') as Promise<[status: number | null, signal: string | null]>;
  const errors = text(child.stderr);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    output += more;
    // A second signal would end the process at once.
    if (when !== undefined && !child.killed && output.includes(when)) child.kill('SIGTERM');
  });
  const [status, signal] = await ended;
  return { status, signal, output, errors: await errors };
}

const enrol = () =>
  new Identity(join(folder, 'data')).keepEnrolment({
    ...{ agentId: '6f0d3c1e-1f3e-4f58-9a44-2f1c1df2a6f0', site: 'Hall' },
  });

describe('the agent’s process', () => {
  test('ends with status 1 and names every bad variable', async () => {
    environment = { AGENT_PORT: 'ninety', LOG_LEVEL: 'loud' };
    const { status, errors } = await run();
    expect(status).toBe(1);
    for (const name of ['CORE_URL', 'AGENT_DATA_DIR', 'AGENT_PORT', 'LOG_LEVEL'])
      expect(errors).toContain(name);
  });

  test('ends with status 1 and says what to do when the box is not enrolled and has no invite', async () => {
    const { status, output } = await run();
    expect(status).toBe(1);
    expect(output).toContain('The agent cannot start');
    expect(output).toContain('set AGENT_INVITE');
  });

  test('ends with status 1 and names the port that another program has', async () => {
    enrol();
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    environment['AGENT_PORT'] = String(port);
    const { status, errors, output } = await run();
    other.close();
    expect([status, errors]).toEqual([1, `Port ${port} is taken: set AGENT_PORT to another one.\n`]);
    expect(output).not.toContain('"ready"');
  });

  test('names the other variable when the port for the site’s network is taken', async () => {
    enrol();
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const certificates = join(import.meta.dirname, '../../fixtures/certificates');
    Object.assign(environment, {
      AGENT_LAN_HOST: '127.0.0.1',
      AGENT_LAN_PORT: String(port),
      TLS_CERT_FILE: join(certificates, 'first.pem'),
      TLS_KEY_FILE: join(certificates, 'first-key.pem'),
    });
    const { status, errors } = await run();
    other.close();
    expect([status, errors]).toEqual([1, `Port ${port} is taken: set AGENT_LAN_PORT to another one.\n`]);
  });

  test('reports that it is ready, also without core, and ends with status 0 when it is stopped', async () => {
    enrol();
    const { status, signal, output, errors } = await run('"ready"');
    expect([status, signal, errors]).toEqual([0, null, '']);
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; msg: string });
    expect(lines.map(({ msg }) => msg).filter((msg) => msg === 'ready' || msg === 'stopped')).toEqual([
      'ready',
      'stopped',
    ]);
    expect(lines[0]).toMatchObject({ name: 'agent', port: expect.any(Number) });
  });

  test('ends with status 0 when it is stopped while it waits for its enrolment', async () => {
    environment['AGENT_INVITE'] = 'invite';
    const waiting = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => process.kill(child.pid!, 'SIGTERM'));
    });
    await once(waiting.listen(0, '127.0.0.1'), 'listening');
    environment['CORE_URL'] = `http://127.0.0.1:${(waiting.address() as AddressInfo).port}`;
    const child = startAgent();
    const errors = text(child.stderr);
    const [status] = (await once(child, 'exit')) as [number | null];
    waiting.close();
    expect([status, await errors]).toEqual([0, '']);
  });
});
