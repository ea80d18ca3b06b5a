/**
 * `npm start`: runs the whole service on this machine. The script is plain JavaScript without dependencies,
 * because it runs before the packages are installed, on the machine's Node (20.19 or newer).
 */
import { stopCommandsOnSignal } from './commands.mjs';
import { handOver } from './hand-over.mjs';
import { prepare } from './prepare.mjs';
import { main } from './progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare({ given: process.env });
  release();
  return handOver(['--enable-source-maps', 'apps/sandbox/dist/launcher/main.js', ...process.argv.slice(2)]);
});
