import { afterEach, describe, expect, test } from '@jest/globals';
import { World, type Box } from './testing/box.js';
import { until } from '../testing/wait.js';

const worlds: World[] = [];
const boxes: Box[] = [];

afterEach(async () => {
  await Promise.all(boxes.splice(0).map((box) => box.kill()));
  await Promise.all(worlds.splice(0).map((world) => world.end()));
});

/** A press of three copies, of which the printer aborts the second after its first page. */
async function aWorld(): Promise<World> {
  const world = new World(3);
  worlds.push(world);
  Object.assign(world.printer, { abortAt: 2, abortsOnly: world.jobs[1]?.jobId });
  await world.core.start();
  return world;
}

/** Prints all copies in a box that dies at boundary `crashAt`, then in one that survives. */
async function printWithCrash(world: World, crashAt: number): Promise<Box> {
  const first = world.box(crashAt);
  first.start();
  first.press({ validatesAhead: true });
  await until(() => first.isDead || first.isDone);
  await first.kill();
  const second = world.box();
  boxes.push(second);
  second.start();
  return second;
}

/** The settle requests of each copy. */
const asPrinted = [['completed 2'], ['aborted 1 aborted-by-printer'], ['completed 2']];

describe('an agent that dies at any moment', () => {
  test('prints every copy once and settles it once', async () => {
    const undisturbed = await aWorld();
    const box = undisturbed.box();
    boxes.push(box);
    box.start();
    box.press({ validatesAhead: true });
    await until(() => box.isDone);
    const boundaries = box.boundaries;
    expect(boundaries).toBeGreaterThan(60);

    for (let crashAt = 1; crashAt <= boundaries; crashAt += 1) {
      const world = await aWorld();
      const second = await printWithCrash(world, crashAt);
      const isHeld = () =>
        world.core.names().includes('release') || second.journal.releases.unanswered().length > 0;
      if (isHeld()) await until(() => second.isDone);
      const expected = isHeld() ? world.jobs.map((job) => job.jobId) : [];
      expect({ crashAt, printed: world.printer.printed }).toEqual({ crashAt, printed: expected });
      const endings = expected.map((jobId) => [...new Set(world.settled.get(jobId))]);
      expect({ crashAt, endings }).toEqual({ crashAt, endings: isHeld() ? asPrinted : [] });
    }
  }, 1_200_000);
});

/**
 * A faulty disk loses writes that it confirmed, and core learns nothing of the job meanwhile: only the
 * printer knows which pages were printed.
 */
test.each(['asked', 'ready'] as const)(
  'a box whose disk lost everything after "%s" prints nothing twice',
  async (moment) => {
    const world = new World(2);
    worlds.push(world);
    const { script } = world.core;
    const { release } = script;
    script.release = (question) => {
      if (moment === 'asked') world.copyJournal('copy');
      return release!(question);
    };
    await world.core.start();
    world.printer.stuckAt = 1;
    const first = world.box();
    first.start();
    first.press();
    await until(() => first.journal.jobs.findJob(world.jobs[0]!.jobId)?.step === 'printing');
    if (moment === 'ready') world.copyJournal('copy');
    world.printer.stuckAt = undefined;
    await until(() => first.isDone);
    await first.kill();
    world.restoreJournal('copy');
    const second = world.box();
    boxes.push(second);
    second.start();
    await until(() => second.isDone);
    expect(world.printer.printed).toEqual(world.jobs.map(({ jobId }) => jobId));
  },
);
