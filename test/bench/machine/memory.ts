import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NatsServer } from '@sixpence/sandbox/nats/server';
import { PostgresServer } from '@sixpence/sandbox/postgres/server';
import { Child } from '@sixpence/sandbox/processes/child';
import { freePort } from '../../support/free-port.js';
import { familyOf, proportionalBytes } from '../../support/worlds/process-tree.js';
import { startWorld, type World } from '../../support/worlds/world.js';
import type { Figures, Size } from '../figures.js';

/** The pause after everything has started. By then the spare processes and LibreOffice are ready. */
const restMs = { whole: 20_000, smoke: 0 };
const ownProcesses = ['core', 'converter', 'intake', 'agent'];

/** The memory of each part, in bytes. */
type Memory = Readonly<Record<string, number>>;

/**
 * Measures the memory of the whole service at rest, with the spare processes of the converter and LibreOffice
 * ready. Pages that processes share count once (proportional set size). The peer is PostgreSQL and NATS
 * without data, one bare Node for each program of ours, and one LibreOffice at rest.
 */
export async function memoryAtRest(size: Size): Promise<Figures> {
  const ours = await memoryOfService(size);
  const peer = await memoryOfPeer(size);
  console.log('Memory at rest, shared pages counted once');
  for (const [name, memory] of Object.entries({ Sixpence: ours, bare: peer })) {
    const parts = Object.entries(memory).map(([part, bytes]) => `${part} ${megabytes(bytes).toFixed(0)} MB`);
    console.log(`  ${name.padEnd(10)} ${megabytes(sumOf(memory)).toFixed(0)} MB: ${parts.join(', ')}`);
  }
  const ratio = sumOf(ours) / sumOf(peer);
  console.log(`  ratio      ${ratio.toFixed(2)}`);
  const parts = Object.entries(ours).map(([part, bytes]) => [`${part} MB`, megabytes(bytes)] as const);
  return { ratio, 'all MB': megabytes(sumOf(ours)), ...Object.fromEntries(parts) };
}

async function memoryOfService(size: Size): Promise<Memory> {
  const world = await startWorld({
    parts: ['converter', 'office', 'agent', 'intake'],
    // The number of a machine with enough memory.
    converterEnvironment: size === 'whole' ? { DOCUMENTS_AT_ONCE: String(4 * availableParallelism()) } : {},
  });
  try {
    await sleep(restMs[size]);
    const converter = familyOf(world.converters[0]!.pid);
    const isOffice = (program: string) => /soffice|oosplash/.test(program);
    return {
      core: bytesBelow(world.cores[0]!.pid),
      converter: bytesOf(converter.filter(({ program }) => !isOffice(program))),
      LibreOffice: bytesOf(converter.filter(({ program }) => isOffice(program))),
      intake: bytesBelow(world.intake.pid),
      agent: bytesBelow(world.agent.pid),
      PostgreSQL: bytesBelow(await postmasterOf(world)),
      NATS: bytesBelow(world.natsPid),
    };
  } finally {
    await world.stop();
  }
}

async function memoryOfPeer(size: Size): Promise<Memory> {
  await using after = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-bare-'));
  after.defer(() => rmSync(folder, { recursive: true, force: true }));
  const logFile = join(folder, 'log');
  const postgres = await PostgresServer.start({
    dataFolder: join(folder, 'postgres'),
    port: await freePort(),
    passwords: { superuser: 'test', owner: 'test', app: 'test' },
    logFile,
    durable: size === 'whole',
  });
  after.defer(() => postgres.discard());
  const nats = await NatsServer.start({ folder: join(folder, 'nats'), port: await freePort(), logFile });
  after.defer(() => nats.discard());
  const start = (program: string, args: readonly string[]) => {
    const child = Child.start({ name: program, program, args, logFile });
    after.defer(() => child.kill());
    return child.pid;
  };
  const nodes = ownProcesses.map(() => start(process.execPath, ['-e', 'setInterval(() => {}, 1e9)']));
  const office = start('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    ...['--headless', '--norestore', '--nologo', '--nodefault'],
    `--accept=pipe,name=sixpence-bench-${process.pid};urp;`,
  ]);
  await sleep(restMs[size]);
  return {
    PostgreSQL: bytesBelow(postgres.child.pid),
    NATS: bytesBelow(nats.child.pid),
    [`${nodes.length} × Node`]: nodes.reduce((sum, pid) => sum + bytesBelow(pid), 0),
    LibreOffice: bytesBelow(office),
  };
}

/** The first process of the PostgreSQL server of this world. */
async function postmasterOf(world: World): Promise<number> {
  const [row] = await world.query<{ pid: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int AS pid`,
  );
  return row!.pid;
}

function bytesBelow(root: number): number {
  return bytesOf(familyOf(root));
}

function bytesOf(family: readonly { pid: number }[]): number {
  return family.reduce((sum, { pid }) => sum + proportionalBytes(pid), 0);
}

function sumOf(memory: Memory): number {
  return Object.values(memory).reduce((sum, bytes) => sum + bytes, 0);
}

function megabytes(bytes: number): number {
  return bytes / 1024 ** 2;
}
