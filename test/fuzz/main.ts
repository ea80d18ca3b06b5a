import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { convertMutants } from './convert-mutants.js';

/** `npm run fuzz [seed] [count]`: damaged documents through the real converter. Fails unless each reaches its end. */
const [seed = Math.floor(Math.random() * 1e9), count = 1_200] = process.argv.slice(2).map(Number);
console.log(`${count} mutants, seed ${seed}`);
const started = Date.now();
const onEnd = (done: number) => {
  if (done % 100 === 0) console.log(`  ${done} done after ${Math.round((Date.now() - started) / 1_000)} s`);
};
const stop = await startSharedServices();
try {
  const { ends, unsettled, crashes, seconds } = await convertMutants({ seed, count, onEnd });
  for (const [end, number] of Object.entries(ends).sort(([, a], [, b]) => b - a))
    console.log(`  ${end}: ${number}`);
  for (const mutant of unsettled) console.log(`  no end: ${mutant}`);
  console.log(
    `${count - unsettled.length} of ${count} reached a final state, ${crashes} crashes, ${seconds} s`,
  );
  process.exitCode = unsettled.length === 0 && crashes === 0 ? 0 : 1;
} finally {
  await stop();
}
