import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { PageSelectionService } from '@sixpence/core/documents/preparation/page-selection.service';
import fc from 'fast-check';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { endWith, prepareWaiting, pressAll } from '../../support/worlds/rests.js';

/** Stops the started parts in reverse order, even if the start failed. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
});
afterAll(() => after.disposeAsync());

const pages = [1, 2, 3, 4, 5, 6];
const start = 10_000;

interface OpenJob {
  jobId: string;
  numbers: readonly number[];
}

/** A document, the operations on it, and the pages that were printed. */
class Story {
  readonly printed: number[] = [];
  private readonly chosenAway = new Set<number>();
  private open: OpenJob[] = [];

  private constructor(
    private readonly owner: string,
    private readonly documentId: string,
  ) {}

  static async begin(): Promise<Story> {
    const owner = await world.aPerson('100.00');
    return new Story(owner, await world.aDocument(owner, { pages: pages.length }));
  }

  async press(slug: string, copies: number): Promise<void> {
    const numbers = await this.numbers();
    const { jobs } = await pressAll(world, site, { owner: this.owner, slug, copies });
    this.open.push(...jobs.map(({ jobId }) => ({ jobId, numbers })));
  }

  /** Ends some jobs at the same moment, each after a share of its pages. */
  async end(shares: readonly number[]): Promise<void> {
    const ending = this.open.splice(0, shares.length);
    await Promise.all(ending.map((job, index) => this.endOne(job, shares[index]!)));
  }

  /** Ends a job with an unknown outcome; staff decide later. */
  async lose(): Promise<void> {
    const job = this.open.shift();
    if (!job) return;
    await world.jobs.settleJob(site.agent.id, { jobId: job.jobId, outcome: 'unknown', impressions: 0 });
    this.open.push(job);
  }

  async choose(share: number): Promise<void> {
    const numbers = await this.numbers();
    const kept = numbers.slice(0, Math.max(1, Math.round(share * numbers.length)));
    await world.core.app.get(PageSelectionService).keepPages(this.owner, this.documentId, {
      pages: kept.map((_, index) => index + 1),
      putBack: [],
    });
    for (const page of numbers) if (!kept.includes(page)) this.chosenAway.add(page);
  }

  prepare(): Promise<void> {
    return prepareWaiting(world, this.documentId);
  }

  /**
   * Ends all jobs and checks: each page was paid as often as it was printed, and each missing page is
   * offered.
   */
  async holds(): Promise<void> {
    await this.end(this.open.map(() => 0.5));
    await this.prepare();
    expect(start - (await world.credits.available(this.owner, 'GBP')).minor).toBe(5 * this.printed.length);
    const offered = await this.numbers();
    const lost = pages.filter(
      (page) => !offered.includes(page) && !this.printed.includes(page) && !this.chosenAway.has(page),
    );
    expect([lost, await world.breaches()]).toEqual([[], []]);
  }

  private async endOne({ jobId, numbers }: OpenJob, share: number): Promise<void> {
    const impressions = Math.round(share * numbers.length);
    await endWith(world, site, { jobId, impressions, total: numbers.length });
    this.printed.push(...numbers.slice(0, impressions));
  }

  /** Page numbers of the original that are offered now. */
  private async numbers(): Promise<number[]> {
    const [document] = await world.core.app.get(DocumentsService).readyDocuments(this.owner);
    return document?.numbers ?? [];
  }
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const act = fc.oneof(
  fc.tuple(fc.constantFrom('hall', 'library'), fc.integer({ min: 1, max: 3 })).map(
    ([slug, copies]) =>
      (story: Story) =>
        story.press(slug, copies),
  ),
  fc.array(share, { minLength: 1, maxLength: 3 }).map((shares) => (story: Story) => story.end(shares)),
  fc.constant((story: Story) => story.lose()),
  share.map((kept) => (story: Story) => story.choose(kept)),
  fc.constant((story: Story) => story.prepare()),
);

test('after random presses, failures, and selections, each page is paid as often as it was printed, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 14 }), async (acts) => {
      const story = await Story.begin();
      for (const each of acts) {
        await each(story).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
      }
      await story.holds();
    }),
    { numRuns: 25, seed: 13, endOnFailure: true },
  );
});
