import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OwnRefunds } from '@sixpence/core/money/refunds/views/own-refunds.query';
import { SitesService } from '@sixpence/core/sites/sites.service';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

type Rule = 'self' | 'staff';

let world: ReleaseWorld;
let places: Record<Rule, TestSite>;
let owner: string;

releaseForTests((given) => {
  world = given;
});
beforeAll(async () => {
  places = { self: await aSiteWithRule('self'), staff: await aSiteWithRule('staff') };
});
beforeEach(async () => {
  owner = await world.aPerson();
});

/** A site of an organisation with this rule for refunds. */
async function aSiteWithRule(refunds: Rule): Promise<TestSite> {
  const [site, name] = [await world.aSite(), randomUUID()];
  const sites = world.core.app.get(SitesService);
  const { id } = await sites.addOrganisation(name);
  await world.database.query('UPDATE sites SET organisation_id = $1 WHERE id = $2', [id, site.id]);
  await sites.allowRefunds(name, refunds);
  return site;
}

async function printAt(refunds: Rule, person = owner): Promise<void> {
  const site = places[refunds];
  await world.aDocument(person);
  const { documents, ...listing } = await world.logIn(site, person);
  const { jobs } = await world.print(site, { ...listing, documents: documents.slice(0, 1) });
  await world.jobs.settleJob(site.agent.id, { jobId: jobs[0]!.jobId, outcome: 'completed', impressions: 3 });
}

const areAllowed = () => world.core.app.get(OwnRefunds).areAllowed(owner);

test.each<[Rule[], boolean]>([
  [['self'], true],
  [['staff'], false],
  [['staff', 'self'], true],
  [['self', 'staff'], false],
])(
  'a user who printed at organisations that leave refunds to %j may refund: %p',
  async (printed, allowed) => {
    for (const refunds of printed) await printAt(refunds);
    await printAt(allowed ? 'staff' : 'self', await world.aPerson());
    expect(await areAllowed()).toBe(allowed);
  },
);

test('a user who has never printed may refund if every organisation allows it', async () => {
  expect(await areAllowed()).toBe(false);
  await world.database.query(`UPDATE organisations SET refunds = 'self'`);
  expect(await areAllowed()).toBe(true);
});
