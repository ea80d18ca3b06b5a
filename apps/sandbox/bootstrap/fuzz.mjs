/**
 * `npm run fuzz -- [documents | mails] [--seed S] [--seeds N]`: sends damaged documents or mails through the
 * real converter or intake.
 */
import { stopCommandsOnSignal } from './commands.mjs';
import { compile } from './compile.mjs';
import { handOver } from './hand-over.mjs';
import { prepare } from './prepare.mjs';
import { main, SetupProblem, step } from './progress.mjs';

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
