import { parseArgs } from 'node:util';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { simulate, type Broken } from './simulate.js';

/** `npm run simulate [-- --seed N | --seeds 100] [--steps 200] [--workers 2]`: what happens to the ledger, by lot. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '100' },
    steps: { type: 'string', default: '200' },
    workers: { type: 'string', default: '2' },
  },
});
const steps = Number(values.steps);
const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
    : [Number(values.seed)];

const started = Date.now();
const secondsSince = () => Math.round((Date.now() - started) / 1_000);
let done = 0;
function onEnd(seed: number, broken?: Broken): void {
  done += 1;
  if (broken) {
    console.log(`Seed ${seed} broke at step ${broken.step}: ${broken.what}`);
    console.log(`Again: npm run simulate -- --seed ${seed} --steps ${steps}`);
  }
  if (done % 100 === 0) console.log(`  ${done} of ${seeds.length} seeds after ${secondsSince()} s`);
}

const stop = await startSharedServices();
try {
  const broken = await simulate({ seeds, steps, workers: Number(values.workers), onEnd });
  console.log(`${seeds.length} seeds of ${steps} steps, ${broken.length} broken, ${secondsSince()} s`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await stop();
}
