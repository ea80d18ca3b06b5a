import { parseArgs } from 'node:util';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { fuzzDocuments } from './fuzz-documents.js';
import { fuzzMails } from './fuzz-mails.js';

/**
 * `npm run fuzz -- [documents | mails] [--seed S] [--seeds N]`: sends damaged documents through the real
 * converter, or damaged mails to the real intake. Fails unless each reaches its end.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, seeds: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const count = Number(values.seeds ?? 1_200);
const fuzzers = { documents: fuzzDocuments, mails: fuzzMails };
const [what = 'documents'] = positionals;
if (!Object.hasOwn(fuzzers, what) || !Number.isInteger(seed) || !Number.isInteger(count))
  throw new Error('Say npm run fuzz -- [documents | mails] [--seed S] [--seeds N], with whole numbers.');
const fuzz = fuzzers[what as keyof typeof fuzzers];
console.log(`${count} mutants, seed ${seed}`);
const started = Date.now();
const onEnd = (done: number) => {
  if (done % 100 === 0) console.log(`  ${done} done after ${Math.round((Date.now() - started) / 1_000)} s`);
};
const stop = await startSharedServices();
try {
  process.exitCode = (await fuzz({ seed, count, onEnd })) ? 0 : 1;
} finally {
  await stop();
}
