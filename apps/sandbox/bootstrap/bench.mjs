/** `npm run bench`: the long measurements, each against a peer on the same machine in the same run. */
import { stopCommandsOnSignal } from './commands.mjs';
import { compile } from './compile.mjs';
import { handOver } from './hand-over.mjs';
import { prepare } from './prepare.mjs';
import { main, SetupProblem, step } from './progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare({ bench: true, browser: true });
  await step('bench built', async () => {
    const { status, output } = await compile(['test']);
    if (status !== 0) throw new SetupProblem(`The bench could not be built:\n${output.slice(-4000)}`);
  });
  release();
  return handOver(['--enable-source-maps', 'test/dist/bench/main.js', ...process.argv.slice(2)]);
});
