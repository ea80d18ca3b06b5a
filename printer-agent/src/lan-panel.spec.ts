import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectByTls } from 'node:tls';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { panelClose } from '@sixpence/contracts/agent/panel';
import { loadConfig } from '@sixpence/config/load';
import pino from 'pino';
import { WebSocket } from 'ws';
import { Agent } from './agent.js';
import { agentConfig } from './config.js';
import { aPrinter } from './testing/builders.js';
import { ScriptedCore } from './testing/scripted-core.js';
import { until } from './testing/wait.js';

const fixtures = join(import.meta.dirname, '../../test/fixtures/certificates');
const hall = aPrinter();
let folder: string;
let core: ScriptedCore;
let agent: Agent;
let logged: string[];

function install(name: 'first' | 'second'): void {
  copyFileSync(join(fixtures, `${name}.pem`), join(folder, 'cert.pem'));
  copyFileSync(join(fixtures, `${name}-key.pem`), join(folder, 'key.pem'));
}

async function startAgent(): Promise<void> {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const config = loadConfig(agentConfig, {
    CORE_URL: core.url,
    AGENT_DATA_DIR: join(folder, 'data'),
    AGENT_INVITE: 'invite',
    AGENT_PORT: '0',
    AGENT_LAN_HOST: '127.0.0.1',
    AGENT_LAN_PORT: '0',
    TLS_CERT_FILE: join(folder, 'cert.pem'),
    TLS_KEY_FILE: join(folder, 'key.pem'),
    PANEL_DIR: join(folder, 'panel'),
  });
  agent = await Agent.start(config, log, new AbortController().signal);
  await until(() => logged.some((line) => line.includes('online')) || core.hellos.length > 0);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-agent-'));
  mkdirSync(join(folder, 'panel'));
  writeFileSync(join(folder, 'panel/index.html'), '<title>the panel</title>');
  install('first');
  logged = [];
  core = new ScriptedCore();
  core.printers = [hall];
  core.script = {
    printer: () => ({ status: 'ok', body: {} }),
    'pair-device': ({ code }) =>
      code === 'link'
        ? { status: 'ok', body: {} }
        : { status: 'refused', code: 'panel-link.wrong', message: 'wrong' },
  };
  await core.start();
  await startAgent();
  await until(async () => (await ask('/panel/hall')).status !== 404);
});

afterEach(async () => {
  await agent.stop();
  await core.stop();
  rmSync(folder, { recursive: true });
});

const host = () => `127.0.0.1:${agent.lanPort}`;
const trusting = (name: 'first' | 'second') => ({
  ca: readFileSync(join(fixtures, `${name}.pem`)),
  servername: `${name}.example.com`,
});

/** Sends a request as a browser in the site’s network that trusts the first certificate. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const outgoing = request({
    ...{ host: '127.0.0.1', port: agent.lanPort, path, agent: false },
    ...trusting('first'),
    headers: { host: host(), ...headers },
  });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** Tries to open the panel's socket. @returns the HTTP status: 101 when it is accepted */
async function openSocket(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`wss://${host()}/panel/hall/socket`, { ...trusting('first'), headers });
  const status = await new Promise<number>((resolve) => {
    socket.once('upgrade', () => resolve(101));
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
  });
  socket.on('error', () => undefined).terminate();
  return status;
}

async function pair(): Promise<string> {
  const { headers } = await ask('/panel/hall?pair=link');
  return headers['set-cookie']?.[0] ?? '';
}

test('an unpaired browser gets no keypad, no socket, and no document name', async () => {
  const page = await ask('/panel/hall');
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('ask the staff')]);
  expect(page.text).not.toContain('the panel</title>');
  expect(await openSocket({ origin: `https://${host()}` })).toBe(401);
  expect((await ask('/panel/hall/pictures/any')).status).toBe(404);
  expect((await ask('/panel/hall?pair=guessed')).status).toBe(403);
});

test('a paired browser gets page and socket, also after a restart, by a cookie for TLS only', async () => {
  const cookie = await pair();
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  const cookieHeader = { cookie: cookie.split(';')[0]! };
  for (let starts = 1; starts <= 2; starts += 1) {
    const page = await ask('/panel/hall', cookieHeader);
    expect([page.status, page.text]).toEqual([200, '<title>the panel</title>']);
    expect(await openSocket({ origin: `https://${host()}`, ...cookieHeader })).toBe(101);
    await agent.stop();
    await startAgent();
  }
});

test.each([
  ['a page loaded without TLS', () => `http://${host()}`],
  ['a page of another site', () => 'https://example.com'],
  ['a page of the box’s local port', () => `http://localhost:${agent.port}`],
])('a socket opened by %s is refused', async (_, origin) => {
  const cookie = (await pair()).split(';')[0]!;
  expect(await openSocket({ origin: origin(), cookie })).toBe(403);
});

test('a browser in the network loses its panel at once when staff end all pairings', async () => {
  const cookie = (await pair()).split(';')[0]!;
  const headers = { origin: `https://${host()}`, cookie };
  const socket = new WebSocket(`wss://${host()}/panel/hall/socket`, { ...trusting('first'), headers });
  await once(socket, 'message');
  const closed = once(socket, 'close') as Promise<[number]>;
  core.send({ type: 'notice', notice: { name: 'printers', printers: [{ ...hall, pairingRound: 1 }] } });
  expect((await closed)[0]).toBe(panelClose.unpaired);
});

test('the number of open connections is limited, and new ones are accepted after these close', async () => {
  const connections = Array.from({ length: 600 }, () => {
    const socket = connect(agent.lanPort!, '127.0.0.1').on('error', () => undefined);
    return { socket, closed: new Promise<void>((resolve) => socket.once('close', () => resolve())) };
  });
  let closedByBox = 0;
  for (const { closed } of connections) void closed.then(() => (closedByBox += 1));
  await until(() => closedByBox >= 100);
  for (const { socket } of connections) socket.destroy();
  await Promise.all(connections.map(({ closed }) => closed));
  await until(() =>
    ask('/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost:${agent.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

test.each(['/nowhere', '/panel/attic/socket', '/panel/hall/socket'])(
  'a stranger who resets the connection of a refused socket at %s does no harm',
  async (path) => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const stranger = connect(agent.port, '127.0.0.1');
      stranger.on('error', () => undefined);
      await once(stranger, 'connect');
      stranger.write(upgrade(path), () => stranger.resetAndDestroy());
      await once(stranger, 'close');
    }
    expect((await ask('/healthz')).status).toBe(200);
  },
);

test('a stranger cannot keep the connection of a refused socket half open', async () => {
  const stranger = connect({ host: '127.0.0.1', port: agent.port, allowHalfOpen: true });
  let isGone = false;
  stranger.on('error', () => undefined).on('close', () => (isGone = true));
  stranger.write(upgrade('/panel/hall/socket'));
  const [answer] = (await once(stranger, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 403 /);
  await until(() => {
    stranger.write(' ');
    return isGone;
  });
});

test('a request for another host is refused, on both ports', async () => {
  for (const other of ['localhost', 'example.com', `127.0.0.1:${agent.port}`])
    expect((await ask('/panel/hall', { host: other })).status).toBe(403);
  const [local] = (await once(
    get({ host: '127.0.0.1', port: agent.port, headers: { host: host() } }),
    'response',
  )) as [IncomingMessage];
  local.resume();
  expect(local.statusCode).toBe(403);
});

test('plain HTTP and protocols older than TLS 1.2 are refused', async () => {
  const clear = connect(agent.lanPort!, '127.0.0.1');
  clear.write(`GET / HTTP/1.1\r\nHost: ${host()}\r\n\r\n`);
  expect(await text(clear)).not.toContain('HTTP/1.1 200');
  const old = connectByTls({
    ...{ host: '127.0.0.1', port: agent.lanPort, ...trusting('first') },
    ...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' },
  });
  const [error] = (await once(old, 'error')) as [Error];
  expect(error.message).toMatch(/protocol|version/i);
});

test('a renewed certificate is used without a restart, and an invalid one is ignored', async () => {
  const shows = async (name: 'first' | 'second') => {
    const socket = connectByTls({ host: '127.0.0.1', port: agent.lanPort, ...trusting(name) });
    return new Promise<boolean>((resolve) => {
      socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    }).finally(() => socket.destroy());
  };
  expect([await shows('first'), await shows('second')]).toEqual([true, false]);
  install('second');
  await until(() => shows('second'));
  writeFileSync(join(folder, 'cert.pem'), 'no certificate');
  await until(() => logged.some((line) => line.includes('The new certificate cannot be used')));
  expect(await shows('second')).toBe(true);
});
