import { setTimeout as pause } from 'node:timers/promises';
import { isBusy, portHolder } from '../processes/port-holder.js';
import type { Part } from './parts/part.js';
import { ports } from './settings/ports.js';
import type { Settings } from './settings/settings.js';

/** @throws Error that names every busy port of these parts, its holder, and the variable that moves ours */
export async function refuseBusyPorts(parts: readonly Part[], settings: Settings): Promise<void> {
  const names = parts.flatMap((part) => part.ports);
  const busy: string[] = [];
  for (const name of names) {
    const port = settings.ports[name];
    if (!(await staysBusy(port))) continue;
    const { what, variable } = ports[name];
    busy.push(
      `Port ${port}, for ${what}, is held by ${portHolder(port)}. Set ${variable} to another port, or end that process.`,
    );
  }
  if (busy.length > 0) throw new Error(busy.join('\n  '));
}

/** A process that has just ended may hold its port for a moment longer. */
async function staysBusy(port: number): Promise<boolean> {
  for (let tries = 0; tries < 10; tries += 1) {
    if (!(await isBusy(port))) return false;
    await pause(100);
  }
  return true;
}
