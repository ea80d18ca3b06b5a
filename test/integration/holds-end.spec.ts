import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { OverdueHoldsService } from '@sixpence/core/release/overdue-holds.service';
import { money } from '@sixpence/money/money';
import { shiftClock } from '../support/ledger.js';
import { ReleaseWorld, type TestSite } from '../support/release.js';

const pence = (minor: number) => money(minor, 'GBP');

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
let overdueHolds: OverdueHoldsService;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  overdueHolds = world.core.app.get(OverdueHoldsService);
});
afterEach(async () => {
  expect(await world.breaches()).toEqual([]);
});
afterAll(() => after.disposeAsync());

const spendable = (owner: string) => world.credits.available(owner, 'GBP');

/** One press of PRINT for documents of three plain pages: 15p each. */
async function jobsOf(count = 1) {
  site = await world.aSite();
  const owner = await world.aPerson('100.00');
  for (let number = 0; number < count; number += 1) await world.aDocument(owner);
  const { jobs } = await world.print(site, await world.logIn(site, owner));
  return { owner, jobIds: jobs.map(({ jobId }) => jobId) };
}

describe('an overdue hold', () => {
  /** Their settlement does not add up any more, so that the database refuses it. */
  const spoil = (jobIds: string[], by: number) =>
    world.database.query('UPDATE jobs SET held_minor = held_minor + $2 WHERE id = ANY($1)', [jobIds, by]);
  const triesOf = async (jobId: string) => {
    const rows: { tries: number }[] = await world.database.query(
      'SELECT give_back_tries AS tries FROM jobs WHERE id = $1',
      [jobId],
    );
    return rows[0]?.tries;
  };

  test('that cannot be given back keeps no others, however many there are, and is tried later and later', async () => {
    const broken = await jobsOf(101);
    const good = await jobsOf();
    const [first = ''] = broken.jobIds;
    await spoil(broken.jobIds, 1);
    await shiftClock(world.database, '23 hours 57 minutes');
    await overdueHolds.giveBack();
    expect(await spendable(good.owner)).toEqual(pence(10_000));
    expect(await spendable(broken.owner)).toEqual(pence(10_000 - 101 * 15));
    expect(await triesOf(first)).toBe(1);
    await overdueHolds.giveBack();
    expect(await triesOf(first)).toBe(1);
    await shiftClock(world.database, '31 seconds');
    await overdueHolds.giveBack();
    expect(await triesOf(first)).toBe(2);
    await shiftClock(world.database, '31 seconds');
    await overdueHolds.giveBack();
    expect(await triesOf(first)).toBe(2);
    await spoil(broken.jobIds, -1);
    await shiftClock(world.database, '30 seconds');
    await overdueHolds.giveBack();
    expect(await spendable(broken.owner)).toEqual(pence(10_000));
  });
});
