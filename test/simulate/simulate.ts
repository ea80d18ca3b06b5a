import { isSame, type Act, type Answer, type Step } from './act.js';
import type { Cast } from './cast.js';
import type { Caller } from './caller.js';
import { figuresOf } from './figures.js';
import { Model } from './model.js';
import { placeOfFunctions, placeOfServices, type Place } from './place.js';
import { Random } from './random.js';
import { Steps } from './steps.js';

/** Where the ledger and the model differ. The same seed draws the same steps again. */
export interface Difference {
  seed: number;
  step: number;
  what: string;
}

export interface Wanted {
  seeds: readonly number[];
  steps: number;
  /** How many databases run at the same time. */
  workers: number;
  onEnd?: (seed: number, difference?: Difference) => void;
}

/** A query over all rows takes longer the more seeds share a database. */
const seedsInOnePlace = 20;
const stepsBetweenFigures = 50;
const byServices = (seed: number) => seed % 10 === 0;

/**
 * Runs every seed against the model.
 * @returns the differences
 */
export async function simulate({ seeds, steps, workers, onEnd }: Wanted): Promise<Difference[]> {
  const batches = [
    ...inBatches(seeds.filter((seed) => !byServices(seed))).map((batch) => ({
      batch,
      open: placeOfFunctions,
    })),
    ...inBatches(seeds.filter(byServices)).map((batch) => ({ batch, open: placeOfServices })),
  ].sort((one, other) => one.batch[0]! - other.batch[0]!);
  const found: Difference[] = [];
  // A worker that fails for a reason outside the ledger waits for the others, because the caller then stops
  // the server.
  const ends = await Promise.allSettled(
    Array.from({ length: workers }, async () => {
      for (let next = batches.shift(); next; next = batches.shift()) {
        found.push(...(await playBatch(next.open, next.batch, steps, onEnd)));
      }
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return found;
}

/** After a difference the database is abandoned, because every later audit would report the same breach. */
async function playBatch(
  open: () => Promise<Place>,
  seeds: readonly number[],
  steps: number,
  onEnd: Wanted['onEnd'],
): Promise<Difference[]> {
  await using place = await open();
  for (const [index, seed] of seeds.entries()) {
    const difference = await playSeed(place, seed, steps);
    onEnd?.(seed, difference);
    if (difference) return [difference, ...(await playBatch(open, seeds.slice(index + 1), steps, onEnd))];
  }
  return [];
}

async function playSeed(place: Place, seed: number, count: number): Promise<Difference | undefined> {
  const random = new Random(seed);
  const cast = await place.cast(random);
  const { caller } = place;
  caller.useCast(cast);
  const steps = new Steps(random);
  let model = new Model(cast.pagePrices, place.keepsRefusals);
  for (let number = 1; number <= count; number += 1) {
    const step = steps.next();
    try {
      model = await play(caller, model, step);
      if (number % stepsBetweenFigures === 0 || number === count)
        await compare({ place, cast, model, steps });
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { seed, step: number, what: `${JSON.stringify(step)}\n${why}` };
    }
  }
  return undefined;
}

/**
 * @returns the model after the step
 * @throws Error when the model does not allow the answers
 */
async function play(caller: Caller, model: Model, step: Step): Promise<Model> {
  if (step.way === 'alone') {
    return modelThatAllows([await caller.alone(step.act)], [inTurn(model, [step.act])]);
  }
  if (step.way === 'together') {
    const [one, other] = step.acts;
    const answers = await caller.together(step.acts, step.heldUpAt);
    const swapped = inTurn(model, [other, one]);
    return modelThatAllows(answers, [
      inTurn(model, [one, other]),
      { ...swapped, answers: swapped.answers.toReversed() },
    ]);
  }
  // The act took effect before the cut or with the repeat, so the answer may be that of a first or of a
  // repeated call.
  const answers = [await caller.cut(step.act, step.cut)];
  const repeated = inTurn(model, [step.act, step.act]);
  return modelThatAllows(answers, [
    inTurn(model, [step.act]),
    { ...repeated, answers: repeated.answers.slice(1) },
  ]);
}

interface Course {
  model: Model;
  answers: Answer[];
}

function inTurn(before: Model, acts: readonly Act[]): Course {
  const model = before.copy();
  return { model, answers: acts.map((act) => model.apply(act)) };
}

function modelThatAllows(answers: Answer[], courses: readonly Course[]): Model {
  const course = courses.find((each) => isSame(each.answers, answers));
  if (course) return course.model;
  const allowed = courses.map((each) => JSON.stringify(each.answers)).join(' or ');
  throw new Error(`answered ${JSON.stringify(answers)}, the model ${allowed}`);
}

/** @throws Error with the lines in which database and model differ, and the findings of the audits */
async function compare(seen: { place: Place; cast: Cast; model: Model; steps: Steps }): Promise<void> {
  const { place, cast, model, steps } = seen;
  const names = steps.jobs.flatMap((job) => {
    const id = place.caller.jobId(job);
    return id === undefined ? [] : [[job, id] as const];
  });
  const figures = await figuresOf(place.database, cast, Object.fromEntries(names));
  const expected = model.figures();
  const wrong = figures.filter((line) => !expected.includes(line));
  const missing = expected.filter((line) => !figures.includes(line));
  const breaches = await place.breaches();
  if (wrong.length + missing.length + breaches.length === 0) return;
  throw new Error(
    [
      ...wrong.map((line) => `  the database says ${line}`),
      ...missing.map((line) => `  the model says    ${line}`),
      ...breaches.map(({ invariant, finding }) => `  the audit says    ${invariant}: ${finding}`),
    ].join('\n'),
  );
}

function inBatches(seeds: readonly number[]): number[][] {
  const batches: number[][] = [];
  for (let from = 0; from < seeds.length; from += seedsInOnePlace) {
    batches.push(seeds.slice(from, from + seedsInOnePlace));
  }
  return batches;
}
