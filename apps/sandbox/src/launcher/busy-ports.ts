import { setTimeout as pause } from 'node:timers/promises';
import { isBusy, portHolder } from '../processes/port-holder.js';
import type { Part } from './parts/part.js';
import { ports, type Protocol, protocolOf, sharedPorts } from './settings/ports.js';
import type { Settings } from './settings/settings.js';

/**
 * @throws Error that names the variables of parts that share a port, or every busy port of these parts, its
 * holder, and the variable that moves ours
 */
export async function refuseBusyPorts(
  parts: readonly Pick<Part, 'ports'>[],
  settings: Pick<Settings, 'ports'>,
): Promise<void> {
  const names = parts.flatMap((part) => part.ports);
  const shared = sharedPorts(names, settings.ports);
  if (shared.length > 0) throw new Error(shared.join('\n  '));
  const busy: string[] = [];
  for (const name of names) {
    const port = settings.ports[name];
    const protocol = protocolOf(name);
    if (!(await staysBusy(port, protocol))) continue;
    const { what, variable } = ports[name];
    busy.push(
      `Port ${port}, for ${what}, is held by ${portHolder(port, protocol)}. Set ${variable} to another port, or end that process.`,
    );
  }
  if (busy.length > 0) throw new Error(busy.join('\n  '));
}

/** A process that has just ended may hold its port for a moment longer. */
async function staysBusy(port: number, protocol: Protocol): Promise<boolean> {
  for (let tries = 0; tries < 10; tries += 1) {
    if (!(await isBusy(port, protocol))) return false;
    await pause(100);
  }
  return true;
}
