import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { checkout } from '@sixpence/sandbox/checkout';
import { ports } from '@sixpence/sandbox/launcher/settings/ports';
import { PostgresServer, removePostgres } from '@sixpence/sandbox/postgres/server';
import { Child } from '@sixpence/sandbox/processes/child';
import { hasPrinted, untilReady } from '@sixpence/sandbox/processes/ready';
import { freePort } from '../../support/free-port.js';
import { familyOf } from '../../support/worlds/process-tree.js';
import { median, report, timed, type Figures, type Size } from '../figures.js';

const run = promisify(execFile);
const launcher = ['--enable-source-maps', join(checkout, 'apps/sandbox/dist/launcher/main.js')];
const sizes = {
  whole: { rounds: 3, warmUpRounds: 1, program: [join(checkout, 'tools/dev/start.mjs')] },
  // Without the check of what is installed and built, and with the first start only.
  smoke: { rounds: 1, warmUpRounds: 0, program: launcher },
};
const startMs = 300_000;

/**
 * Measures `npm start` until the service is ready, with everything installed and built, and its data made by
 * an earlier start. The peer starts PostgreSQL on a data folder that it has made before, and an empty Node
 * program for each Node process of the service. Rounds alternate.
 */
export async function secondStart(size: Size): Promise<Figures> {
  const { rounds, warmUpRounds, program } = sizes[size];
  await using after = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-start-'));
  after.defer(() => rmSync(folder, { recursive: true, force: true }));
  const logFile = join(folder, 'start.log');
  const data = join(folder, 'data');
  after.defer(() => removePostgres(join(data, 'postgres')));
  const env: Record<string, string> = { SIXPENCE_DATA: data };
  for (const { variable } of Object.values(ports)) env[variable] = String(await freePort());
  const bareFolder = join(folder, 'bare');
  after.defer(() => removePostgres(bareFolder));
  const barePostgres = async () =>
    PostgresServer.start({
      dataFolder: bareFolder,
      port: await freePort(),
      passwords: { superuser: 'test', owner: 'test', app: 'test' },
      logFile: join(folder, 'bare.log'),
      durable: true,
    });
  await (await barePostgres()).stop();

  const times = { ours: [] as number[], peer: [] as number[] };
  let nodes = 0;
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const service = Child.start({
      name: 'npm start',
      program: process.execPath,
      args: program,
      env,
      logFile,
    });
    const ours = await timed(() => untilReady(service, hasPrinted('Sixpence is ready.'), startMs));
    nodes = familyOf(service.pid).filter((each) => basename(each.program) === 'node').length;
    await service.stop(startMs);
    let postgres: PostgresServer | undefined;
    const peer = await timed(async () => {
      const programs = Array.from({ length: nodes }, () => run(process.execPath, ['-e', '0']));
      [postgres] = await Promise.all([barePostgres(), ...programs]);
    });
    await postgres?.stop();
    if (round < warmUpRounds) continue;
    times.ours.push(ours);
    times.peer.push(peer);
  }
  const ratio = report(`npm start to ready, not the first one, ${rounds} rounds`, {
    ...times,
    peerName: `PostgreSQL and ${nodes} × node -e 0`,
    aim: 'none yet',
  });
  return { ratio, seconds: median(times.ours) / 1_000, 'node processes': nodes };
}
