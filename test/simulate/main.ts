import { parseArgs } from 'node:util';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { simulate, type Difference } from './simulate.js';

const usage = 'npm run simulate [-- --seed N | --seeds 100] [--steps 200] [--workers 2]';

/** `npm run simulate`: applies random acts to the ledger. */
const { seeds, steps, workers } = readArguments();

function readArguments(): { seeds: number[]; steps: number; workers: number } {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string', default: '100' },
        steps: { type: 'string', default: '200' },
        workers: { type: 'string', default: '2' },
      },
    });
    const count = positiveInteger(values.seeds);
    return {
      seeds:
        values.seed === undefined
          ? Array.from({ length: count }, (_, at) => at + 1)
          : [positiveInteger(values.seed)],
      steps: positiveInteger(values.steps),
      workers: positiveInteger(values.workers),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

/** @throws Error unless the text is a whole number above 0 */
function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is not a whole number from 1`);
  return Number(text);
}

const started = Date.now();
const secondsSince = () => Math.round((Date.now() - started) / 1_000);
let ended = 0;
function onEnd(seed: number, difference?: Difference): void {
  ended += 1;
  if (difference) {
    console.log(`Seed ${seed} differs at step ${difference.step}: ${difference.what}`);
    console.log(`To repeat it: npm run simulate -- --seed ${seed} --steps ${steps}`);
  }
  if (ended % 100 === 0) console.log(`  ${ended} of ${seeds.length} seeds after ${secondsSince()} s`);
}

const stop = await startSharedServices();
try {
  const differences = await simulate({ seeds, steps, workers, onEnd });
  console.log(
    `${seeds.length} seeds of ${steps} steps, ${differences.length} with a difference, ${secondsSince()} s`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await stop();
}
