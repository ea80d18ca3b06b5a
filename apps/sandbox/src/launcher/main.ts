import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
  const other = await record.runningLauncher();
  if (other) {
    throw new Error(`Sixpence already runs from ${settings.dataFolder} (pid ${other.pid}). Stop that first.`);
  }
  const orphans = await record.endOrphans();
  if (orphans.length > 0) note(`ended what an earlier run left behind: ${orphans.join(', ')}`);
  await refuseBusyPorts(settings);
  if (settings.fresh) removeData(settings.dataFolder);

  record.open();
  const supervisor = new Supervisor(record, note);
  const stop = stopOnSignal(supervisor, record);
  try {
    welcome(settings, await new Sandbox(settings, supervisor).start());
  } catch (error) {
    // Asked to stop while starting: that parts end now is no news.
    if (stop.asked) return;
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
    if (unused.includes(name) || !(await staysBusy(port))) continue;
    const { what, variable } = ports[name];
    busy.push(
      `Port ${port}, for ${what}, is held by ${portHolder(port)}. Set ${variable} to another port, or end that.`,
    );
  }
  if (busy.length > 0) throw new Error(busy.join('\n  '));
}

/** What has only just ended may hold its port for a moment longer. */
async function staysBusy(port: number): Promise<boolean> {
  for (let tries = 0; tries < 10; tries += 1) {
    if (!(await isBusy(port))) return false;
    await pause(100);
  }
  return true;
}

/** The first signal ends everything in order, a second one at once. */
function stopOnSignal(supervisor: Supervisor, record: RunRecord): { readonly asked: boolean } {
  const state = { asked: false };
  const stop = async () => {
    if (state.asked) {
      await supervisor.kill();
    } else {
      state.asked = true;
      note('stopping');
      record.stop();
      await supervisor.stop();
    }
    record.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  return state;
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
