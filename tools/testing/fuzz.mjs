/**
 * `npm run fuzz -- [documents | mails] [--seed S] [--seeds N]`: sends damaged documents or mails through the
 * real converter or intake.
 */
import { stopCommandsOnSignal } from '../process/commands.mjs';
import { compile } from '../build/compile.mjs';
import { handOver } from '../process/hand-over.mjs';
import { prepare } from '../setup/prepare.mjs';
import { main, SetupProblem, step } from '../process/progress.mjs';

await main(async () => {
  const release = stopCommandsOnSignal();
  await prepare();
  await step('fuzz built', async () => {
    const { status, output } = await compile(['test']);
    if (status !== 0) throw new SetupProblem(`The fuzzer could not be built:\n${output.slice(-4000)}`);
  });
  release();
  return handOver(['--enable-source-maps', 'test/dist/fuzz/main.js', ...process.argv.slice(2)]);
});
