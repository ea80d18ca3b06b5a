/** `npm run dev`: the whole service on this machine, and each change of the code live. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampsFolder } from './checkout.mjs';
import { stopCommandsOnSignal } from './commands.mjs';
import { handOver } from './hand-over.mjs';
import { prepare } from './prepare.mjs';
import { main } from './progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare({ given: process.env });
  // From here on the compiler changes what was built, so that the next start must not take it for what it built itself.
  rmSync(join(stampsFolder, 'services'), { force: true });
  release();
  return handOver(['--enable-source-maps', 'apps/sandbox/dist/launcher/dev.js', ...process.argv.slice(2)]);
});
