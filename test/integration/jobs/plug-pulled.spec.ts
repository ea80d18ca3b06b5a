import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { quickLimits, World, type Box } from '@sixpence/agent/release/testing/box';
import { isFinal } from '@sixpence/core/jobs/job-state';
import { coreForBox } from '../../support/worlds/core-for-box.js';
import { PluggedPrinter, type Adversary, type Return } from '../../support/peers/plugged-printer.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { until } from '@sixpence/agent/testing/wait';

const sent = 3;
const pagePrice = 5;
const concurrentRuns = 12;

let world: ReleaseWorld;
releaseForTests((given) => {
  world = given;
});

const returns: Return[] = [
  'resumes',
  'starts over',
  'gives up',
  'forgets',
  'printed on',
  'printed on, and forgets',
  'never',
];
const identities: Adversary['identity'][] = ['uuid', 'whole name', 'name cut off', 'no name'];
const counts: Adversary['counts'][] = ['impressions', 'late', 'sheets', 'nothing'];

/**
 * Every page after which the connection can end, with every behaviour afterwards, for every kind of count.
 */
function adversaries(): Adversary[] {
  const cuts = Array.from({ length: sent + 1 }, (_, afterPage) => afterPage).flatMap((afterPage) =>
    returns.flatMap((how) =>
      [true, false].flatMap((isHeard) =>
        (how === 'never' ? [true] : [true, false]).map((isLong) => ({
          afterPage,
          isHeard,
          returns: how,
          isLong,
        })),
      ),
    ),
  );
  // Each cut is combined with every kind of count, and every kind of count with every identity. A page whose
  // report is lost matters only with a printer that counts pages while it prints.
  const withCounts = counts.flatMap((counting, index) =>
    cuts.map((cut, number) => ({
      ...cut,
      counts: counting,
      identity: identities[(number + index + Math.floor(number / 4)) % identities.length]!,
    })),
  );
  return withCounts.filter(
    ({ isHeard, counts: how }) => isHeard || how === 'impressions' || how === 'sheets',
  );
}

/**
 * The pages that the settlement table charges, seen from the printer: every page that the printer reported,
 * also late, and no page that it did not report.
 */
function pagesOwed({ counts: counting }: Adversary, printer: PluggedPrinter): number {
  const reported = Math.min(sent, printer.reportedCount);
  switch (counting) {
    case 'impressions':
    case 'late':
      return reported;
    case 'sheets':
      if (printer.reportedCompleted) return sent;
      return reported;
    case 'nothing':
      return printer.reportedCompleted ? sent : 0;
  }
}

const silentReturns: Return[] = ['forgets', 'printed on, and forgets', 'never'];

/** Whether the report of the printer decides the payment; otherwise core waits a day. */
function canTell({ counts: counting }: Adversary, printer: PluggedPrinter): boolean {
  const isCounted = counting === 'impressions' || counting === 'late' || printer.reportedCount > 0;
  return printer.reportedCompleted || (printer.reportedStopped && isCounted);
}

const countingOf = {
  impressions: 'impressions',
  late: 'impressions',
  sheets: 'sheets',
  nothing: 'none',
} as const;

interface UserAtPanel {
  site: TestSite;
  owner: string;
  panelSessionId: string;
}
const usersByCounting = new Map<string, UserAtPanel>();

/** A user at the panel of a printer with this kind of count. */
async function userAtPanel(counting: 'impressions' | 'sheets' | 'none'): Promise<UserAtPanel> {
  const site = await world.aSite();
  const { database } = world;
  await database.query('UPDATE printers SET counting = $2 WHERE id = $1', [site.printers['hall'], counting]);
  const owner = await world.aPerson('1000.00');
  const { panelSessionId } = await world.logIn(site, owner);
  return { site, owner, panelSessionId };
}
beforeAll(async () => {
  for (const counting of ['impressions', 'sheets', 'none'] as const)
    usersByCounting.set(counting, await userAtPanel(counting));
});

/**
 * Lets the box print a document of three pages at such a printer, until core has settled the job.
 * @returns the failures
 */
async function printWith(adversary: Adversary): Promise<string[]> {
  const counting = countingOf[adversary.counts];
  const { site, owner, panelSessionId } = usersByCounting.get(counting)!;
  const documentId = await world.aDocument(owner, { pages: sent });
  const document = { documentId, revision: 1, side: '1-Sided', isColor: false } as const;
  const documents = [{ ...document, quotedMinor: sent * pagePrice }];
  const printer = new PluggedPrinter(adversary);
  const release = {
    printerId: site.printers['hall']!,
    requestId: randomUUID(),
    askedAt: Date.now(),
    question: { releaseId: randomUUID(), panelSessionId, documents },
  };
  const boxWorld = new World(1, { printer, counting, release });
  Object.assign(boxWorld.core.script, coreForBox(world, site.agent.id));
  await boxWorld.core.start();
  const wait = adversary.isLong ? { stallMs: 20, cancelMs: 20, pendingMs: 5, quietPerPageMs: 5 } : {};
  const box = boxWorld.box(Infinity, { ...quickLimits, ...wait });
  try {
    return await printed(box, {
      adversary,
      printer,
      agentId: site.agent.id,
      releaseId: release.question.releaseId,
    });
  } finally {
    await box.kill();
    await boxWorld.end();
  }
}

async function printed(
  box: Box,
  told: { adversary: Adversary; printer: PluggedPrinter; agentId: string; releaseId: string },
): Promise<string[]> {
  const { adversary, printer, agentId, releaseId } = told;
  const jobOf = () => box.journal.jobs.ofRelease(releaseId)[0];
  box.start();
  box.press();
  await until(() => jobOf()?.step === 'settled');
  // The printer was away so long that the box reported an unknown end. When the printer returns, its report
  // decides.
  printer.comeBack();
  const { jobId } = jobOf()!;
  if (!silentReturns.includes(adversary.returns)) {
    await until(() => jobOf()?.settlement?.state !== 'checking' || jobOf()?.ending?.outcome !== 'unknown');
    if (canTell(adversary, printer))
      await until(async () => isFinal((await world.jobs.forAgent(agentId, jobId)).state));
  }
  await world.jobs.settleOverdue(jobId);
  const settled = await world.jobs.settleJob(agentId, { jobId, outcome: 'unknown', impressions: 0 });
  const paid = settled.captured.minor / pagePrice;
  const owed = pagesOwed(adversary, printer);
  return [
    ...(paid === owed ? [] : [`paid ${paid} pages instead of ${owed}`]),
    ...(paid <= printer.printedPages ? [] : [`paid ${paid} pages, of which ${printer.printedPages} are out`]),
    ...(printer.printed.length <= 1 ? [] : ['printed twice']),
  ].map((what) => `${JSON.stringify(adversary)}: ${what}`);
}

test('whenever power or network fails during a job, the user pays for the pages the printer reported, and no others', async () => {
  const waiting = adversaries();
  const wrong: string[] = [];
  const player = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      wrong.push(
        ...(await printWith(next).catch((error: unknown) => [`${JSON.stringify(next)}: ${String(error)}`])),
      );
  };
  await Promise.all(Array.from({ length: concurrentRuns }, player));
  expect(wrong).toEqual([]);
}, 1_200_000);
