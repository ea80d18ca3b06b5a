/**
 * `npm run bench`: the long measurements, each against a peer on the same machine in the same run. Arguments are names of
 * benches; with `--smoke` one tiny round of each shows that it runs.
 */
import { stopCommandsOnSignal } from './commands.mjs';
import { handOver } from './hand-over.mjs';
import { prepare } from './prepare.mjs';
import { main } from './progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare({ bench: true, browser: true });
  release();
  return handOver(['--enable-source-maps', 'test/dist/bench/main.js', ...process.argv.slice(2)]);
});
