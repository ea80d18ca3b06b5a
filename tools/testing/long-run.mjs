/**
 * `npm run bench`, `npm run fuzz`, `npm run simulate`: the runs that take longer than the tests. The first
 * argument names the run; the others are for the program in `test/` that it starts.
 */
import { stopCommandsOnSignal } from '../process/commands.mjs';
import { handOver } from '../process/hand-over.mjs';
import { main } from '../process/progress.mjs';
import { prepare } from '../setup/prepare.mjs';

const runs = {
  bench: {
    needs: { bench: true, browser: true },
    help: `npm run bench [-- NAME… --smoke --list]

Measures Sixpence, most figures as ratios to a peer on this machine in the same run, and writes them to
docs/figures.md.

  NAME      measures only these benches
  --smoke   runs one tiny round of each, which shows that it works
  --list    prints the names`,
  },
  fuzz: {
    needs: { tests: true },
    help: `npm run fuzz [-- documents | mails] [--seed S] [--seeds N]

Sends damaged documents to a real converter, or damaged mails to a real intake.`,
  },
  simulate: {
    needs: { tests: true },
    help: `npm run simulate [-- --seed N | --seeds 100] [--steps 200] [--workers 2]

Applies random events to the ledger and compares it with a plain model.`,
  },
};

const [name, ...args] = process.argv.slice(2);
const { needs, help } = runs[name];

await main(help, async () => {
  const release = stopCommandsOnSignal();
  await prepare(needs);
  release();
  return handOver(['--enable-source-maps', `test/dist/${name}/main.js`, ...args]);
});
