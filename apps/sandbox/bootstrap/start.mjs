/**
 * `npm start`: the whole service on this machine. Plain JavaScript without dependencies, because it runs before the
 * packages are there, on whatever Node (20.19 or newer) the machine has.
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
