/**
 * `npm start`: runs the whole service on this machine. The script is plain JavaScript without dependencies,
 * because it runs before the packages are installed, on the machine's Node (20.19 or newer).
 */
import { stopCommandsOnSignal } from '../process/commands.mjs';
import { handOver } from '../process/hand-over.mjs';
import { prepare } from '../setup/prepare.mjs';
import { main } from '../process/progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare({ given: process.env });
  release();
  return handOver(['--enable-source-maps', 'apps/sandbox/dist/launcher/main.js', ...process.argv.slice(2)]);
});
