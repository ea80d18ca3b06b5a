/**
 * `npm run bench`: runs the long measurements. Each compares Sixpence with a peer on the same machine in the
 * same run. Arguments are names of benches. `--smoke` runs one tiny round of each, to show that it works.
 */
import { stopCommandsOnSignal } from '../process/commands.mjs';
import { handOver } from '../process/hand-over.mjs';
import { prepare } from '../setup/prepare.mjs';
import { main } from '../process/progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare({ bench: true, browser: true });
  release();
  return handOver(['--enable-source-maps', 'test/dist/bench/main.js', ...process.argv.slice(2)]);
});
