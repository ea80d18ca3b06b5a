import { isOutage } from '@sixpence/core/platform/database/outage';
import { isSame, type Act, type Answer, type Step } from './act.js';
import type { SeedData } from './seed-data.js';
import type { Caller } from './caller.js';
import { figuresOf } from './figures.js';
import { Model } from './model.js';
import { openFunctionsTarget, openServicesTarget, type Target } from './target.js';
import { Random } from './random.js';
import { Steps } from './steps.js';

/** A difference between the ledger and the model. The same seed draws the same steps again. */
export interface Difference {
  seed: number;
  step: number;
  what: string;
}

export interface SimulationOptions {
  seeds: readonly number[];
  steps: number;
  /** The number of databases that run at the same time. */
  workers: number;
  onEnd?: (seed: number, difference?: Difference) => void;
}

/** Few, because a query over all rows takes longer the more seeds share a database. */
const seedsPerDatabase = 20;
const stepsBetweenFigures = 50;
const usesServices = (seed: number) => seed % 10 === 0;

/**
 * Runs every seed against the model.
 * @returns the differences
 */
export async function simulate({ seeds, steps, workers, onEnd }: SimulationOptions): Promise<Difference[]> {
  const batches = [
    ...inBatches(seeds.filter((seed) => !usesServices(seed))).map((batch) => ({
      batch,
      open: openFunctionsTarget,
    })),
    ...inBatches(seeds.filter(usesServices)).map((batch) => ({ batch, open: openServicesTarget })),
  ].sort((one, other) => one.batch[0]! - other.batch[0]!);
  const found: Difference[] = [];
  // A worker that fails for a reason outside the ledger waits for the others, because the caller then stops
  // the server.
  const ends = await Promise.allSettled(
    Array.from({ length: workers }, async () => {
      for (let next = batches.shift(); next; next = batches.shift()) {
        found.push(...(await runBatch(next.open, next.batch, steps, onEnd)));
      }
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return found;
}

/** After a difference the database is abandoned, because every later audit would report the same breach. */
async function runBatch(
  open: () => Promise<Target>,
  seeds: readonly number[],
  steps: number,
  onEnd: SimulationOptions['onEnd'],
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (let next = 0; next < seeds.length;) {
    await using target = await open();
    let difference: Difference | undefined;
    for (; next < seeds.length && !difference; next += 1) {
      difference = await runSeed(target, seeds[next]!, steps);
      onEnd?.(seeds[next]!, difference);
    }
    if (difference) found.push(difference);
  }
  return found;
}

/**
 * @throws Error when the database was too slow, or unavailable for a reason other than a connection that this
 *   seed cuts on purpose
 */
async function runSeed(target: Target, seed: number, count: number): Promise<Difference | undefined> {
  const random = new Random(seed);
  const seedData = await target.makeSeedData(random);
  const { caller } = target;
  caller.useSeedData(seedData);
  const steps = new Steps(random);
  let models = [new Model(seedData.pagePrices, target.keepsRefusals)];
  for (let number = 1; number <= count; number += 1) {
    const step = steps.drawStep();
    try {
      models = await runStep(caller, models, step);
      if (number % stepsBetweenFigures === 0 || number === count)
        models = await compareWithModels({ target, seedData, models, steps });
    } catch (error) {
      if (isOutage(error)) {
        const where = `seed ${seed}, step ${number}, ${JSON.stringify(step)}`;
        throw new Error(`The machine was too slow: ${messageOf(error)} (${where})`, { cause: error });
      }
      const why = [messageOf(error), ...callsOf(error)].join('\n');
      return { seed, step: number, what: `${JSON.stringify(step)}\n${why}` };
    }
  }
  return undefined;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The stack without the message, which may be long. */
const callsOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];

/**
 * Several models remain when the same answers fit more than one order of concurrent acts.
 * @returns the models after the step
 * @throws Error when no model allows the answers
 */
async function runStep(caller: Caller, models: readonly Model[], step: Step): Promise<Model[]> {
  if (step.kind === 'alone') {
    const answers = [await caller.runAct(step.act)];
    return modelsThatAllow(
      answers,
      models.map((model) => applyInOrder(model, [step.act])),
    );
  }
  if (step.kind === 'concurrent') {
    const [one, other] = step.acts;
    const answers = await caller.runConcurrently(step.acts, step.waitAtWalletOf);
    const runs = models.flatMap((model) => {
      const swapped = applyInOrder(model, [other, one]);
      return [applyInOrder(model, [one, other]), { ...swapped, answers: swapped.answers.toReversed() }];
    });
    return modelsThatAllow(answers, runs);
  }
  // The act took effect before the cut or in the repeated call, so the answer may be that of a first or of a
  // second call.
  const answers = [await caller.runAndCut(step.act, step.cut)];
  const runs = models.flatMap((model) => {
    const repeated = applyInOrder(model, [step.act, step.act]);
    return [applyInOrder(model, [step.act]), { ...repeated, answers: repeated.answers.slice(1) }];
  });
  return modelsThatAllow(answers, runs);
}

interface ModelRun {
  model: Model;
  answers: Answer[];
}

function applyInOrder(before: Model, acts: readonly Act[]): ModelRun {
  const model = before.copy();
  return { model, answers: acts.map((act) => model.apply(act)) };
}

function modelsThatAllow(answers: Answer[], runs: readonly ModelRun[]): Model[] {
  const models: Model[] = [];
  for (const run of runs) {
    const isNew = isSame(run.answers, answers) && !models.some((model) => isSame(model, run.model));
    if (isNew) models.push(run.model);
  }
  if (models.length > 0) return models;
  const allowed = runs.map((each) => JSON.stringify(each.answers)).join(' or ');
  throw new Error(`answered ${JSON.stringify(answers)}, the model ${allowed}`);
}

/**
 * @returns the models that equal the database
 * @throws Error with the lines in which database and first model differ, and the findings of the audits
 */
async function compareWithModels(seen: {
  target: Target;
  seedData: SeedData;
  models: readonly Model[];
  steps: Steps;
}): Promise<Model[]> {
  const { target, seedData, models, steps } = seen;
  const names = steps.jobs.flatMap((job) => {
    const id = target.caller.jobId(job);
    return id === undefined ? [] : [[job, id] as const];
  });
  const figures = await figuresOf(target.database, seedData, Object.fromEntries(names));
  const equal = models.filter((model) => isSame(model.figures(), figures));
  const breaches = await target.breaches();
  if (equal.length > 0 && breaches.length === 0) return equal;
  const expected = (equal[0] ?? models[0]!).figures();
  const wrong = figures.filter((line) => !expected.includes(line));
  const missing = expected.filter((line) => !figures.includes(line));
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
  for (let from = 0; from < seeds.length; from += seedsPerDatabase) {
    batches.push(seeds.slice(from, from + seedsPerDatabase));
  }
  return batches;
}
