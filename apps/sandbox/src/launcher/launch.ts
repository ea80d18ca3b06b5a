import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RunRecord } from '../processes/run-record.js';
import { Supervisor } from '../processes/supervisor.js';
import { refuseBusyPorts } from './busy-ports.js';
import { removeData } from './data-folder.js';
import type { Part } from './parts/part.js';
import { note } from '../progress.js';
import { realServiceVariables, Sandbox } from './sandbox.js';
import type { Settings } from './settings/settings.js';

/** A running service: its parts, and the supervisor that keeps them running. */
export interface Launched {
  readonly sandbox: Sandbox;
  readonly supervisor: Supervisor;
}

/**
 * Starts these parts from one data folder and ends them on Ctrl-C: the first Ctrl-C stops them in order, the
 * second kills them. Only one run may use a data folder at a time.
 * @returns undefined when a signal stopped the start before every part was ready
 * @throws Error when a part cannot start; all started processes have ended by then
 */
export async function launch(parts: readonly Part[], settings: Settings): Promise<Launched | undefined> {
  mkdirSync(settings.dataFolder, { recursive: true });
  const record = new RunRecord(join(settings.dataFolder, 'run.json'));
  const other = await record.runningLauncher();
  if (other) {
    throw new Error(`Sixpence already runs from ${settings.dataFolder} (pid ${other.pid}). Stop that first.`);
  }
  const orphans = await record.endOrphans();
  if (orphans.length > 0) note(`ended processes of an earlier run: ${orphans.join(', ')}`);
  await refuseBusyPorts(
    parts.filter((part) => realServiceVariables(part, settings) === undefined),
    settings,
  );
  if (settings.fresh) removeData(settings.dataFolder, parts);

  record.open();
  const supervisor = new Supervisor(record, note);
  const sandbox = new Sandbox(settings, supervisor);
  const stop = stopOnSignal(supervisor, record);
  try {
    await sandbox.start(parts);
    return { sandbox, supervisor };
  } catch (error) {
    // During a requested stop, a part that ends is no error.
    if (stop.asked) return undefined;
    await supervisor.stop();
    record.close();
    throw error;
  }
}

/** Prints the last lines of a start: the address of each part. */
export function welcome(title: string, parts: readonly Part[], sandbox: Sandbox): void {
  const started = parts.filter((part) => realServiceVariables(part, sandbox.settings) === undefined);
  const lines = [
    ...started.flatMap((part) => part.welcome?.(sandbox) ?? []),
    ['Logs', sandbox.path('logs')] as const,
  ];
  const text = lines.map(([what, where]) => `  ${what.padEnd(12)} ${where}`);
  console.log(['', title, ...text, '  Ctrl-C stops everything.', ''].join('\n'));
}

/** Runs a command line's work. An error ends the process with status 1 and prints its message. */
export async function asCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

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
