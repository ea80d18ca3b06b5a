/**
 * `npm start`: runs the whole service on this machine. The script is plain JavaScript without dependencies,
 * because it runs before the packages are installed, on the machine's Node (20.19 or newer).
 */
import { stopCommandsOnSignal } from '../process/commands.mjs';
import { handOver } from '../process/hand-over.mjs';
import { prepare } from '../setup/prepare.mjs';
import { main } from '../process/progress.mjs';

const HELP = `npm start [-- --fresh]

Runs the whole service on this machine, ready to print. Prints what it will install, builds what
has changed, and ends with the addresses and the demo's sign-in. Ctrl-C stops everything that it started.

  --fresh   removes all data of the service first

docs/setting-up.md has the size of the set-up, the variables, and the ports.`;

await main(HELP, async () => {
  const release = stopCommandsOnSignal();
  await prepare({ given: process.env });
  release();
  return handOver(['--enable-source-maps', 'apps/sandbox/dist/launcher/main.js', ...process.argv.slice(2)]);
});
