import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isBusy, portHolder } from '../processes/port-holder.js';
import { RunRecord } from '../processes/run-record.js';
import { Supervisor } from '../processes/supervisor.js';
import { removeData } from './data-folder.js';
import type { Demo } from './demo.js';
import { ports, type PortName } from './ports.js';
import { note } from './progress.js';
import { Sandbox } from './sandbox.js';
import { readSettings, type Settings } from './settings.js';

/**
 * `npm start`, once everything is installed and built: the whole service on this machine, on loopback, with its data in
 * `.data`. It ends with the addresses and the demo sign-in, and stops everything it started, and nothing else, on Ctrl-C.
 */
async function launch(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  mkdirSync(settings.dataFolder, { recursive: true });
  const record = new RunRecord(join(settings.dataFolder, 'run.json'));
  const other = record.runningLauncher();
  if (other)
    throw new Error(
      `Sixpence already runs from ${settings.dataFolder} (pid ${other.pid}). Stop that one first.`,
    );
  const orphans = await record.endOrphans();
  if (orphans.length > 0) note(`ended what an earlier run left behind: ${orphans.join(', ')}`);
  await refuseBusyPorts(settings);
  if (settings.fresh) removeData(settings.dataFolder);

  const supervisor = new Supervisor(record, note);
  stopOnSignal(supervisor, record);
  try {
    welcome(settings, await new Sandbox(settings, supervisor).start());
  } catch (error) {
    await supervisor.stop();
    record.close();
    throw error;
  }
}

/** @throws Error naming every port that is taken, by whom, and the variable that moves ours */
async function refuseBusyPorts(settings: Settings): Promise<void> {
  const unused: PortName[] = [];
  if (settings.databaseUrl) unused.push('postgres');
  if (settings.natsUrl) unused.push('nats');
  const busy: string[] = [];
  for (const [name, port] of Object.entries(settings.ports) as [PortName, number][]) {
    if (unused.includes(name) || !(await isBusy(port))) continue;
    const { what, variable } = ports[name];
    busy.push(
      `Port ${port}, for ${what}, is held by ${portHolder(port)}. Set ${variable} to another port, or end that.`,
    );
  }
  if (busy.length > 0) throw new Error(busy.join('\n  '));
}

function stopOnSignal(supervisor: Supervisor, record: RunRecord): void {
  let asked = false;
  const stop = async () => {
    if (asked) {
      await supervisor.kill();
    } else {
      asked = true;
      note('stopping');
      await supervisor.stop();
    }
    record.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

function welcome(settings: Settings, demo: Demo): void {
  const agent = `http://localhost:${settings.ports.agent}`;
  const lines = [
    '',
    'Sixpence is ready.',
    `  Site      ${settings.publicUrl}`,
    `  Sign in   ${demo.user.email}  ${demo.user.password}`,
    ...demo.printers.map(({ slug, name }) => `  Panel     ${agent}/panel/${slug}   (${name})`),
    `  Printed   ${join(settings.dataFolder, 'printers')}`,
    `  Logs      ${join(settings.dataFolder, 'logs')}`,
    '  Ctrl-C stops everything.',
    '',
  ];
  console.log(lines.join('\n'));
}

try {
  await launch();
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
