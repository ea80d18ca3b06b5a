import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Lanes, type LanePlace } from './lanes.js';

const briefMs = 500;
const ordinaryMs = 3_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lanes with documents whose work a test ends. */
class World {
  readonly lanes: Lanes;
  /** The number of starts of each document. */
  readonly tries: Record<string, number> = {};
  /** Documents whose work continues after they lost their place, until `end`. */
  readonly lingering = new Set<string>();
  /** Each running document, with the place of its latest try. */
  private readonly open = new Map<string, { place: LanePlace; end: () => void }>();
  private readonly runs = new Map<string, Promise<string>>();

  constructor(quick: number, slow: number) {
    this.lanes = new Lanes({ quick, slow }, { briefMs, ordinaryMs });
  }

  /** Adds documents; the first letter of a document's name is the id of its owner. */
  async bring(...names: string[]): Promise<void> {
    for (const name of names) {
      const entrant = { ownerId: name.slice(0, 1), isOffice: name.endsWith('doc') };
      const run = this.lanes.run(entrant, (place) => this.work(name, place));
      run.catch(() => undefined);
      this.runs.set(name, run);
    }
    await this.settle();
  }

  async end(...names: string[]): Promise<void> {
    for (const name of names) this.open.get(name)?.end();
    await this.settle();
  }

  async passBriefTime(): Promise<void> {
    await jest.advanceTimersByTimeAsync(briefMs);
  }

  async passOrdinaryTime(): Promise<void> {
    await jest.advanceTimersByTimeAsync(ordinaryMs);
  }

  outcome(name: string): Promise<string> | undefined {
    return this.runs.get(name);
  }

  get atWork(): string[] {
    return [...this.open.keys()].sort();
  }

  get withLowestWeight(): string[] {
    return this.atWork.filter((name) => this.open.get(name)!.place.last.aborted);
  }

  get lost(): string[] {
    return this.atWork.filter((name) => this.open.get(name)!.place.lost.aborted);
  }

  get withLowerWeight(): string[] {
    return this.atWork.filter((name) => this.open.get(name)!.place.behind.aborted);
  }

  private work(name: string, place: LanePlace): Promise<string> {
    this.tries[name] = (this.tries[name] ?? 0) + 1;
    return new Promise<string>((resolve, reject) => {
      const lose = () => reject(place.lost.reason as Error);
      const end = () => (place.lost.aborted ? lose() : resolve(`${name} is done`));
      this.open.set(name, { place, end });
      place.lost.addEventListener('abort', () => (this.lingering.has(name) ? undefined : lose()));
    }).finally(() => this.open.delete(name));
  }

  private async settle(): Promise<void> {
    await jest.advanceTimersByTimeAsync(0);
  }
}

describe('the quick lane', () => {
  test('starts documents in order while it has places, and when other documents end', async () => {
    const world = new World(3, 1);
    await world.bring('anna1', 'ben1', 'cleo1', 'dora1', 'emil1');
    expect(world.atWork).toEqual(['anna1', 'ben1', 'cleo1']);
    await world.end('ben1');
    expect(world.atWork).toEqual(['anna1', 'cleo1', 'dora1']);
    expect(await world.outcome('ben1')).toBe('ben1 is done');
  });

  test('reserves the last place for a person without one', async () => {
    const world = new World(3, 1);
    await world.bring('anna1', 'anna2', 'anna3');
    expect(world.atWork).toEqual(['anna1', 'anna2']);
    await world.bring('ben1');
    expect(world.atWork).toEqual(['anna1', 'anna2', 'ben1']);
  });

  test('gives a place to the person with the fewest documents, before earlier documents of others', async () => {
    const world = new World(5, 1);
    await world.bring('anna1', 'anna2', 'ben1', 'cleo1', 'anna3', 'ben2');
    await world.end('cleo1');
    expect(world.atWork).toEqual(['anna1', 'anna2', 'ben1', 'ben2']);
  });

  test('runs the first document of each person at usual priority, and the other ones at the lowest', async () => {
    const world = new World(5, 1);
    await world.bring('anna1', 'anna2', 'anna3', 'ben1');
    expect(world.withLowestWeight).toEqual(['anna2', 'anna3']);
  });

  test('gives the place of a failed document to the next one, and rejects with the error', async () => {
    const world = new World(1, 1);
    const fail = () => Promise.reject(new Error('damaged'));
    const failing = world.lanes.run({ ownerId: 'a', isOffice: false }, fail);
    failing.catch(() => undefined);
    await world.bring('ben1');
    await expect(failing).rejects.toThrow('damaged');
    expect(world.atWork).toEqual(['ben1']);
  });
});

test('a document that takes longer than half a second keeps its place, at lower priority than new ones', async () => {
  const world = new World(3, 1);
  await world.bring('anna1');
  await world.passBriefTime();
  await world.bring('ben1');
  expect(world.atWork).toEqual(['anna1', 'ben1']);
  expect(world.withLowerWeight).toEqual(['anna1']);
});

describe('a document that takes longer than most', () => {
  test.each(['anna1', 'anna1.doc'])(
    'moves to the slow lane, at lower priority, and gives its quick place to the next document: %s',
    async (long) => {
      const world = new World(1, 1);
      await world.bring(long, 'ben1');
      expect(world.withLowerWeight).toEqual([]);
      await world.passOrdinaryTime();
      expect(world.atWork).toEqual([long, 'ben1']);
      expect([world.withLowerWeight, world.withLowestWeight]).toEqual([[long], []]);
      expect(world.tries).toEqual({ [long]: 1, ben1: 1 });
    },
  );

  test('keeps its place while the slow lane is full and its place is not needed', async () => {
    const world = new World(2, 1);
    await world.bring('anna1', 'ben1');
    await world.passOrdinaryTime();
    await world.bring('cleo1');
    await world.passOrdinaryTime();
    expect(world.atWork).toEqual(['anna1', 'ben1', 'cleo1']);
    expect(world.tries).toEqual({ anna1: 1, ben1: 1, cleo1: 1 });
    await world.end('anna1');
    await world.bring('dora1');
    expect(world.atWork).toEqual(['ben1', 'cleo1', 'dora1']);
  });

  test('is stopped when its place is needed, and restarted in the slow lane when that has room', async () => {
    const world = new World(1, 1);
    await world.bring('anna1');
    await world.passOrdinaryTime();
    await world.bring('ben1');
    await world.passOrdinaryTime();
    await world.bring('cleo1');
    expect(world.atWork).toEqual(['anna1', 'cleo1']);
    await world.end('anna1');
    expect(world.atWork).toEqual(['ben1', 'cleo1']);
    expect(world.withLowerWeight).toEqual(['ben1']);
    expect(world.tries).toEqual({ anna1: 1, ben1: 2, cleo1: 1 });
    await world.end('ben1');
    expect(await world.outcome('ben1')).toBe('ben1 is done');
  });

  test('does not take the last place of the slow lane when its owner has a document there', async () => {
    const world = new World(3, 2);
    await world.bring('anna1', 'anna2');
    await world.passOrdinaryTime();
    await world.bring('ben1');
    await world.passOrdinaryTime();
    await world.bring('cleo1', 'dora1', 'emil1');
    expect(world.atWork).toEqual(['anna1', 'ben1', 'cleo1', 'dora1', 'emil1']);
  });

  test('loses its place first when its owner has the most documents at work; of these the youngest loses it', async () => {
    const world = new World(4, 1);
    await world.bring('anna1');
    await world.passOrdinaryTime();
    await world.bring('ben1', 'ben2', 'cleo1');
    await world.passOrdinaryTime();
    await world.bring('dora1', 'emil1');
    expect(world.atWork).toEqual(['anna1', 'ben1', 'cleo1', 'dora1', 'emil1']);
  });

  test('keeps its place when documents that are being stopped make enough places', async () => {
    const world = new World(3, 1);
    await world.bring('anna1');
    await world.passOrdinaryTime();
    await world.bring('ben1', 'cleo1', 'dora1');
    await world.passOrdinaryTime();
    await world.bring('emil1', 'fred1');
    expect(world.atWork).toEqual(['anna1', 'ben1', 'emil1', 'fred1']);
  });

  test('that is being stopped keeps its place until its work has ended', async () => {
    const world = new World(1, 1);
    world.lingering.add('ben1');
    await world.bring('anna1');
    await world.passOrdinaryTime();
    await world.bring('ben1');
    await world.passOrdinaryTime();
    await world.bring('cleo1');
    await world.end('anna1');
    expect([world.atWork, world.lost]).toEqual([['ben1'], ['ben1']]);
    await world.end('ben1');
    expect([world.atWork, world.lost]).toEqual([['ben1', 'cleo1'], []]);
    expect(world.tries).toEqual({ anna1: 1, ben1: 2, cleo1: 1 });
  });

  test('keeps its place while another document is being stopped, even if that place is not needed any more', async () => {
    const world = new World(4, 1);
    world.lingering.add('emil1');
    await world.bring('anna1');
    await world.passOrdinaryTime();
    await world.bring('ben1', 'cleo1', 'dora1', 'emil1');
    await world.passOrdinaryTime();
    await world.bring('fred1');
    expect(world.lost).toEqual(['emil1']);
    await world.end('anna1');
    expect(world.atWork).toEqual(['ben1', 'cleo1', 'dora1', 'emil1', 'fred1']);
    expect([world.lost, world.tries['dora1']]).toEqual([['emil1'], 1]);
  });

  test('does not count as a document of the quick lane when its owner’s next document gets a place', async () => {
    const world = new World(4, 1);
    world.lingering.add('ben1');
    await world.bring('zoe1');
    await world.passOrdinaryTime();
    await world.bring('ben1', 'ben2', 'anna1');
    await world.passOrdinaryTime();
    await world.bring('dora1');
    await world.bring('anna2', 'cleo1');
    expect(world.atWork).toEqual(['anna1', 'anna2', 'ben1', 'dora1', 'zoe1']);
  });

  test('counts for its owner while it is being stopped, when the slow lane chooses a person', async () => {
    const world = new World(4, 1);
    world.lingering.add('ben2');
    await world.bring('zoe1');
    await world.passOrdinaryTime();
    await world.bring('ben1', 'ben2', 'cleo1');
    await world.passOrdinaryTime();
    await world.bring('dora1');
    await world.bring('emil1');
    await world.end('zoe1');
    await world.bring('fred1');
    await world.end('ben2');
    // Only one long document still waits for the slow lane.
    await world.bring('gina1');
    expect(world.atWork).toEqual(['cleo1', 'dora1', 'emil1', 'fred1', 'gina1']);
  });

  test('counts for its owner while it waits for the slow lane, when the slow lane chooses a person', async () => {
    const world = new World(4, 1);
    await world.bring('zoe1');
    await world.passOrdinaryTime();
    await world.bring('ben1', 'ben2', 'cleo1');
    await world.passOrdinaryTime();
    await world.bring('dora1', 'emil1', 'fred1', 'gina1');
    expect(world.atWork).toEqual(['dora1', 'emil1', 'fred1', 'gina1', 'zoe1']);
    await world.end('zoe1');
    expect(world.atWork).toEqual(['cleo1', 'dora1', 'emil1', 'fred1', 'gina1']);
  });

  test('gets a place in the slow lane before persons with more long documents', async () => {
    const world = new World(2, 1);
    await world.bring('ben1', 'anna1', 'cleo1', 'anna2', 'anna3');
    await world.passOrdinaryTime();
    await world.passOrdinaryTime();
    await world.bring('dora1', 'emil1');
    await world.end('ben1');
    expect(world.withLowerWeight).toEqual(['cleo1']);
    expect(world.tries).toMatchObject({ cleo1: 2 });
  });

  test('keeps its place when the converter has only one place', async () => {
    const world = new World(1, 0);
    await world.bring('anna1', 'ben1');
    await world.passOrdinaryTime();
    expect(world.atWork).toEqual(['anna1']);
    await world.end('anna1');
    expect(world.atWork).toEqual(['ben1']);
  });
});

test('four endless documents each of two persons do not block a third person’s document', async () => {
  const world = new World(5, 2);
  await world.bring('anna1', 'anna2', 'anna3', 'anna4', 'ben1', 'ben2', 'ben3', 'ben4');
  await world.passOrdinaryTime();
  await world.passOrdinaryTime();
  await world.bring('cleo1');
  expect(world.atWork).toContain('cleo1');
  expect(world.atWork).toHaveLength(7);
});

describe('office documents of one person', () => {
  test('run one at a time, and a waiting one takes no place of others', async () => {
    const world = new World(4, 1);
    await world.bring('anna1.doc', 'anna2.doc', 'ben1.doc', 'anna3.pdf');
    expect(world.atWork).toEqual(['anna1.doc', 'anna3.pdf', 'ben1.doc']);
    await world.passOrdinaryTime();
    expect(world.atWork).toEqual(['anna1.doc', 'anna3.pdf', 'ben1.doc']);
    await world.end('anna1.doc');
    expect(world.atWork).toEqual(['anna2.doc', 'anna3.pdf', 'ben1.doc']);
  });

  test('wait for a document that is being stopped', async () => {
    const world = new World(2, 1);
    world.lingering.add('anna1.doc');
    await world.bring('ben1');
    await world.passOrdinaryTime();
    await world.bring('dora1', 'anna1.doc');
    await world.passOrdinaryTime();
    await world.bring('cleo1');
    await world.bring('anna2.doc');
    await world.end('dora1');
    await world.end('cleo1');
    expect([world.atWork, world.lost]).toEqual([['anna1.doc', 'ben1'], ['anna1.doc']]);
    await world.end('anna1.doc');
    expect(world.atWork).toEqual(['anna2.doc', 'ben1']);
  });

  test('that were stopped also wait for the running document', async () => {
    const world = new World(1, 1);
    await world.bring('ben1');
    await world.passOrdinaryTime();
    await world.bring('anna1.doc');
    await world.passOrdinaryTime();
    await world.bring('cleo1');
    await world.end('cleo1');
    await world.bring('anna2.doc');
    await world.end('ben1');
    expect(world.atWork).toEqual(['anna2.doc']);
    await world.end('anna2.doc');
    expect(world.atWork).toEqual(['anna1.doc']);
  });
});

test('when the lanes close, running documents finish, and waiting ones are refused', async () => {
  const world = new World(1, 1);
  await world.bring('anna1', 'ben1');
  world.lanes.close();
  await expect(world.outcome('ben1')).rejects.toThrow('stopping');
  await world.end('anna1');
  expect(await world.outcome('anna1')).toBe('anna1 is done');
  await world.bring('cleo1');
  await expect(world.outcome('cleo1')).rejects.toThrow('stopping');
});

test('when the lanes close, a document that waits for the slow lane is refused', async () => {
  const world = new World(1, 1);
  await world.bring('anna1');
  await world.passOrdinaryTime();
  await world.bring('ben1');
  await world.passOrdinaryTime();
  await world.bring('cleo1');
  expect(world.atWork).toEqual(['anna1', 'cleo1']);
  world.lanes.close();
  await expect(world.outcome('ben1')).rejects.toThrow('stopping');
});

test('a document restarted in the slow lane has the lowest priority only when its owner has another one running', async () => {
  const world = new World(1, 1);
  await world.bring('anna1');
  await world.passOrdinaryTime();
  await world.bring('ben1');
  await world.passOrdinaryTime();
  await world.bring('cleo1');
  expect(world.atWork).toEqual(['anna1', 'cleo1']);
  await world.end('anna1');
  expect(world.atWork).toEqual(['ben1', 'cleo1']);
  expect(world.tries['ben1']).toBe(2);
  expect(world.withLowestWeight).toEqual([]);
});

test('a document restarted in the slow lane has the lowest priority while its owner has another one running', async () => {
  const world = new World(1, 1);
  await world.bring('anna1');
  await world.passOrdinaryTime();
  await world.bring('ben1');
  await world.passOrdinaryTime();
  await world.bring('ben2');
  await world.end('anna1');
  expect(world.atWork).toEqual(['ben1', 'ben2']);
  expect(world.withLowestWeight).toEqual(['ben1']);
});

test('a document that has ended does not become late', async () => {
  const world = new World(2, 1);
  let place: LanePlace | undefined;
  await world.lanes.run({ ownerId: 'a', isOffice: false }, (given) => Promise.resolve((place = given)));
  await world.passOrdinaryTime();
  expect(place?.behind.aborted).toBe(false);
});

test('a document that fails while it loses its place is not restarted', async () => {
  const world = new World(1, 1);
  await world.bring('anna1');
  await world.passOrdinaryTime();
  let tries = 0;
  const failing = world.lanes.run({ ownerId: 'b', isOffice: false }, ({ lost }) => {
    tries += 1;
    return new Promise<never>((_, reject) => {
      lost.addEventListener('abort', () => reject(new Error('damaged')));
    });
  });
  const failure = failing.catch((error: unknown) => error);
  await world.passOrdinaryTime();
  await world.bring('cleo1');
  expect(await failure).toEqual(new Error('damaged'));
  await world.end('anna1');
  expect([tries, world.atWork]).toEqual([1, ['cleo1']]);
});
