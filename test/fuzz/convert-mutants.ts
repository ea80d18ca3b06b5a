import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import { fileTypes } from '@sixpence/contracts/file-types';
import { ConverterProcess } from '../support/worlds/converter-process.js';
import { CoreApp } from '../support/core/core-app.js';
import { Uploads } from '../support/builders/uploads.js';
import { mutantOf, randomFrom } from './mutate.js';

const fixtures = join(checkout, 'test/fixtures/documents');
/** A mutant has a shorter deadline than a user's document. */
const conversionSeconds = 20;
const atOnce = 8;
const longestWaitMs = 10 * conversionSeconds * 1_000;

export interface Outcome {
  count: number;
  /** Counts of documents that ended ready, and of failures by reason. */
  ends: Record<string, number>;
  /** Mutants that reached no final state. */
  unsettled: string[];
  /** Converters that crashed. */
  crashes: number;
  seconds: number;
}

interface Wanted {
  count: number;
  seed: number;
  /** Called after each mutant, with the number of finished mutants. */
  onEnd?: (done: number) => void;
}

/**
 * Damages the example documents at random, reproducibly by the seed, and sends all of them through the real
 * core and a real converter.
 */
export async function convertMutants({ count, seed, onEnd }: Wanted): Promise<Outcome> {
  const started = Date.now();
  await using core = await CoreApp.start();
  await using converter = await ConverterProcess.start(core, {
    CONVERSION_SECONDS: String(conversionSeconds),
  });
  const uploads = new Uploads(core, (await core.signedIn('anna@example.com')).cookie);
  const outcome: Outcome = { count, ends: {}, unsettled: [], crashes: 0, seconds: 0 };
  let done = 0;
  const mutants = mutantsFrom(seed, count);
  const bring = async () => {
    for (const { name, number, bytes } of mutants) {
      const extension = name.split('.').at(-1) as keyof typeof fileTypes;
      const orderId = await uploads.upload(name, fileTypes[extension].mediaTypes[0], bytes);
      try {
        const { status, reason = status } = await uploads.settled(orderId, longestWaitMs);
        outcome.ends[reason] = (outcome.ends[reason] ?? 0) + 1;
      } catch (error) {
        // The seed and the number reproduce the mutant.
        outcome.unsettled.push(`${name}, mutant ${number}: ${String(error)}`);
      }
      await uploads.delete([{ orderId }]);
      done += 1;
      onEnd?.(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, bring));
  if (converter.child.exitCode !== null || converter.child.signalCode !== null) outcome.crashes += 1;
  outcome.seconds = Math.round((Date.now() - started) / 1_000);
  return outcome;
}

function* mutantsFrom(seed: number, count: number) {
  const names = readdirSync(fixtures).filter((name) => /^[^.]+\.\w+$/.test(name) && !name.endsWith('.mjs'));
  const files = names.sort().map((name) => ({ name, bytes: readFileSync(join(fixtures, name)) }));
  const random = randomFrom(seed);
  for (let number = 0; number < count; number += 1) {
    const file = files[number % files.length];
    const other = files[Math.floor(random() * files.length)];
    if (!file || !other) throw new Error(`No documents in ${fixtures}`);
    yield { name: file.name, number, bytes: mutantOf(file.bytes, random, other.bytes) };
  }
}
