import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseBusyPorts } from '@sixpence/sandbox/launcher/busy-ports';
import { readPorts } from '@sixpence/sandbox/launcher/settings/ports';
import { Child } from '@sixpence/sandbox/processes/child';
import { identify } from '@sixpence/sandbox/processes/identity';
import { isBusy, portHolder } from '@sixpence/sandbox/processes/port-holder';
import { RunRecord } from '@sixpence/sandbox/processes/run-record';
import { Supervisor } from '@sixpence/sandbox/processes/supervisor';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';

let folder: string;
let recordFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-processes-'));
  recordFile = join(folder, 'run.json');
});
afterEach(async () => {
  await Promise.all([...Child.living].map((child) => child.kill()));
  rmSync(folder, { recursive: true });
});

test('processes of a killed run are ended by the next run', async () => {
  const orphan = shell('exec sleep 300');
  new RunRecord(recordFile).add(orphan);

  expect(await new RunRecord(recordFile).endOrphans()).toEqual(['shell']);
  expect(await orphan.exit).toEqual({ code: null, signal: 'SIGTERM' });
});

test('a process that reuses the pid of an orphan is not ended', async () => {
  const stranger = shell('exec sleep 300');
  new RunRecord(recordFile).add(stranger);
  const started = String(stranger.identity.startTicks);
  writeFileSync(recordFile, readFileSync(recordFile, 'utf8').replace(started, '1'));

  expect(await new RunRecord(recordFile).endOrphans()).toEqual([]);
  expect(stranger.running).toBe(true);
});

test('a running launcher is found by its record', async () => {
  const record = new RunRecord(recordFile);
  expect(await record.runningLauncher()).toBeUndefined();
  record.add(shell('exec sleep 300'));
  expect((await new RunRecord(recordFile).runningLauncher())?.pid).toBe(process.pid);
});

test('a process that exits by itself is restarted, with a message', async () => {
  const said: string[] = [];
  const supervisor = new Supervisor(new RunRecord(recordFile), (sentence) => said.push(sentence));
  let starts = 0;
  await supervisor.run(() => {
    starts += 1;
    return Promise.resolve(shell(starts === 1 ? 'exit 3' : 'exec sleep 300'));
  });

  await eventually(() => starts === 2);
  expect(said[0]).toContain('shell ended (status 3); it is started again in 1 s.');
  await supervisor.stop();
  expect(Child.living.size).toBe(0);
});

test('a requested restart is not reported as an exit', async () => {
  const said: string[] = [];
  const supervisor = new Supervisor(new RunRecord(recordFile), (sentence) => said.push(sentence));
  const started: Child[] = [];
  await supervisor.run(() => {
    started.push(shell('exec sleep 300'));
    return Promise.resolve(started.at(-1)!);
  });

  expect(await Promise.all([supervisor.restart('shell'), supervisor.restart('shell')])).toEqual([true, true]);
  expect(started.map((child) => child.running)).toEqual([false, false, true]);
  expect(said).toEqual([]);
  await supervisor.stop();
});

test('stopping a process also stops its children, even when it ignores SIGTERM', async () => {
  const stubborn = shell("trap '' TERM; sleep 300 & echo $!; wait; sleep 300");
  const grandchild = Number(await eventually(() => stubborn.log().trim() || undefined));
  await stubborn.stop(200);
  await eventually(() => identify(grandchild) === undefined);
});

test('a busy port is reported with its holder', async () => {
  const port = await freePort();
  expect(await isBusy(port)).toBe(false);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  expect(await isBusy(port)).toBe(true);
  expect(portHolder(port)).toContain(`pid ${process.pid} (`);
  await new Promise((resolve) => server.close(resolve));
});

test('a busy udp port is refused with its holder and its variable; it is free for tcp', async () => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  const start = (variable: 'DNS_PORT' | 'NATS_PORT') =>
    refuseBusyPorts([{ ports: [variable === 'DNS_PORT' ? 'dns' : 'nats'] }], {
      ports: readPorts({ [variable]: String(port) }),
    });

  const refusal = start('DNS_PORT');
  await expect(refusal).rejects.toThrow(`is held by pid ${process.pid} (`);
  await expect(refusal).rejects.toThrow('Set DNS_PORT to another port');
  await start('NATS_PORT');
  await new Promise<void>((resolve) => socket.close(() => resolve()));
});

test('a start with one port for two parts is refused', async () => {
  const parts = [{ ports: ['core', 'metrics'] as const }, { ports: ['agent'] as const }];
  await expect(refuseBusyPorts(parts, { ports: readPorts({ PORT: '3100' }) })).rejects.toThrow(
    'PORT and AGENT_PORT are both 3100: give one of them another port.',
  );
});

function shell(script: string): Child {
  return Child.start({
    name: 'shell',
    program: '/bin/sh',
    args: ['-c', script],
    logFile: join(folder, 'shell.log'),
  });
}
