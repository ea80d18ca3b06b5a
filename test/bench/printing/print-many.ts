import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPdf } from '../../support/documents/pdf.js';
import { Panel } from '../../support/browser/panel.js';
import type { Person } from '../../support/builders/person.js';
import type { World } from '../../support/worlds/world.js';
import { Cupsd } from './cupsd.js';
import { median, spread, timed, type Figures, type Size } from '../figures.js';
import { startInstantWorld } from './instant-printers.js';

interface Sizes {
  /**
   * The number of printers. It is larger than the number of browsers that one box pairs at once (four), also
   * in a smoke run.
   */
  readonly printers: number;
  readonly documents: number;
  readonly releases: number;
  readonly rounds: number;
  /** Warm-up rounds, which do not count. Only Sixpence runs them, because `cupsd` is slow. */
  readonly warmUpRounds: number;
}

const sizes: Record<Size, Sizes> = {
  whole: { printers: 8, documents: 10, releases: 2, rounds: 3, warmUpRounds: 1 },
  smoke: { printers: 5, documents: 1, releases: 1, rounds: 1, warmUpRounds: 0 },
};

/** A user at one printer, with uploaded documents. */
interface PrinterUser {
  readonly slug: string;
  readonly person: Person;
  readonly documentIds: string[];
}

/**
 * Measures jobs per second through eight printers that take no time, each with a user who presses PRINT
 * repeatedly: held, printed, paid, and settled. The peer is eight queues of `cupsd` with as many files.
 * Rounds alternate.
 */
export async function printMany(size: Size): Promise<Figures> {
  const { documents, releases, rounds, warmUpRounds, ...counts } = sizes[size];
  const printers = Array.from({ length: counts.printers }, (_, index) => `printer-${index + 1}`);
  const jobsEach = documents * releases;
  const perSecond = (ms: number) => (printers.length * jobsEach * 1_000) / ms;
  const world = await startInstantWorld(printers);
  const uris = printers.map((slug) => [slug, world.printer(slug).uri] as const);
  const cupsd = await Cupsd.start(Object.fromEntries(uris));
  try {
    const pdf = await aPdf({ pages: 1 });
    const file = join(world.folder, 'one-page.pdf');
    writeFileSync(file, pdf);
    const users: PrinterUser[] = [];
    for (const slug of printers) users.push(await aPrinterUser(world, { slug, pdf, documents }));
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      // One after the other, because a box pairs a few browsers at a time and refuses the others.
      const panels: Panel[] = [];
      for (const user of users) panels.push(await logIn(world, user));
      const mine = await timed(() =>
        Promise.all(panels.map((panel, index) => printAll(panel, users[index]!.documentIds, releases))),
      );
      for (const panel of panels) panel.send({ action: 'home' });
      for (const panel of panels) panel.close();
      if (round < warmUpRounds) continue;
      ours.push(perSecond(mine));
      peer.push(
        perSecond(
          await timed(() =>
            Promise.all(printers.map((slug) => queue(cupsd, { slug, file, jobs: jobsEach }))),
          ),
        ),
      );
    }
    console.log(`Jobs a second, ${printers.length} printers that take no time, ${rounds} rounds in turn`);
    console.log(`  Sixpence   median ${median(ours).toFixed(1)} jobs/s (${spread(ours)}), paid and settled`);
    console.log(`  cupsd      median ${median(peer).toFixed(1)} jobs/s (${spread(peer)})`);
    const ratio = median(ours) / median(peer);
    console.log(`  ratio      ${ratio.toFixed(1)} (aim: at least 20)`);
    return { ratio };
  } finally {
    await cupsd.stop();
    await world.stop();
  }
}

async function aPrinterUser(
  world: World,
  { slug, pdf, documents }: { slug: string; pdf: Uint8Array; documents: number },
): Promise<PrinterUser> {
  const account = { email: `${slug}@example.com`, password: 'Sixpence1' };
  await world.askOperator('user', 'add', account.email, '--password', account.password);
  await world.askOperator('credit', 'add', account.email, '50', 'GBP');
  const person = await world.signIn(account);
  const documentIds: string[] = [];
  while (documentIds.length < documents) documentIds.push((await person.uploadPdf(pdf)).orderId);
  return { slug, person, documentIds };
}

async function logIn(world: World, { slug, person }: PrinterUser): Promise<Panel> {
  const panel = await Panel.open(world.panelUrl(slug));
  await panel.logIn(await person.createCode());
  return panel;
}

async function printAll(panel: Panel, documentIds: string[], releases: number): Promise<void> {
  for (let release = 0; release < releases; release += 1) {
    if (release > 0) {
      panel.send({ action: 'more' });
      await panel.screen('documents');
    }
    const { jobs } = await panel.print(documentIds);
    const incomplete = jobs.filter(({ state }) => state !== 'completed');
    if (incomplete.length > 0) throw new Error(`Some jobs did not complete: ${JSON.stringify(incomplete)}`);
  }
}

async function queue(
  cupsd: Cupsd,
  { slug, file, jobs }: { slug: string; file: string; jobs: number },
): Promise<void> {
  let last = 0;
  for (let job = 0; job < jobs; job += 1) last = await cupsd.lp(slug, file);
  await cupsd.untilCompleted(slug, last);
}
