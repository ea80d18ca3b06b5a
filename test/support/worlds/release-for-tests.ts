import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { ReleaseWorld } from './release.js';

/** One world for all tests of a file, checked after each test. `take` receives it before the first. */
export function releaseForTests(take: (world: ReleaseWorld) => unknown): void {
  const after = new AsyncDisposableStack();
  let world: ReleaseWorld;
  beforeAll(async () => {
    world = after.use(await ReleaseWorld.start());
    await take(world);
  });
  afterEach(async () => {
    expect(await world.breaches()).toEqual([]);
  });
  afterAll(() => after.disposeAsync());
}
