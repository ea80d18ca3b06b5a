/**
 * `npm run simulate [-- --seed N]`: applies random events to the ledger and compares it with a plain model.
 */
import { stopCommandsOnSignal } from './commands.mjs';
import { compile } from './compile.mjs';
import { handOver } from './hand-over.mjs';
import { prepare } from './prepare.mjs';
import { main, SetupProblem, step } from './progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare();
  await step('simulation built', async () => {
    const { status, output } = await compile(['test']);
    if (status !== 0) throw new SetupProblem(`The simulation could not be built:\n${output.slice(-4000)}`);
  });
  release();
  return handOver(['--enable-source-maps', 'test/dist/simulate/main.js', ...process.argv.slice(2)]);
});
