/** `npm run dev`: runs the whole service on this machine and applies each change of the code at once. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampsFolder } from '../process/checkout.mjs';
import { stopCommandsOnSignal } from '../process/commands.mjs';
import { handOver } from '../process/hand-over.mjs';
import { prepare } from '../setup/prepare.mjs';
import { main } from '../process/progress.mjs';

const HELP = `npm run dev [-- --fresh]

Runs the whole service as npm start does, and applies each change of the code within seconds.

  --fresh   removes all data of the service first`;

await main(HELP, async () => {
  const release = stopCommandsOnSignal();
  await prepare({ given: process.env });
  // The compiler changes the built files from here on. Without the stamp, the next start builds them again.
  rmSync(join(stampsFolder, 'services'), { force: true });
  release();
  return handOver(['--enable-source-maps', 'apps/sandbox/dist/launcher/dev.js', ...process.argv.slice(2)]);
});
