import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aPdf } from '../../support/documents/pdf.js';
import { Panel } from '../../support/browser/panel.js';
import { BareClient } from './bare-client.js';
import { Cupsd } from './cupsd.js';
import { median, report, spread, timed, type Figures, type Size } from '../figures.js';
import { startInstantWorld } from './instant-printers.js';

const sizes = { whole: { rounds: 30, warmUpRounds: 5 }, smoke: { rounds: 1, warmUpRounds: 0 } };
/** The pause between two jobs, so that the remaining work of one job does not slow the next measurement. */
const restMs = 100;

/**
 * Measures the time from PRINT to *completed*, paid and settled, for one page on a printer whose engine ends
 * at once. The peers are the minimal Node client with the same bytes, and `lp` through `cupsd`. Rounds
 * alternate. `cupsd` polls its printers once a second, so the fastest of its rounds counts.
 */
export async function printInstant(size: Size): Promise<Figures> {
  const { rounds, warmUpRounds } = sizes[size];
  const world = await startInstantWorld(['hall']);
  const { uri } = world.printer();
  const cupsd = await Cupsd.start({ hall: uri });
  const bare = new BareClient(uri);
  try {
    const person = await world.signIn();
    const pdf = await aPdf({ pages: 1 });
    const file = join(world.folder, 'one-page.pdf');
    writeFileSync(file, pdf);
    const row = await person.uploadPdf(pdf, 'one-page.pdf');
    const panel = await Panel.open(world.panelUrl('hall'));
    await panel.logIn(await person.createCode());
    await panel.print([row.orderId]);
    const times = { ours: [] as number[], bare: [] as number[], lp: [] as number[] };
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      panel.send({ action: 'more' });
      await panel.screen('documents');
      await sleep(restMs);
      const ours = await timed(() => panel.print([row.orderId]));
      await sleep(restMs);
      const least = await timed(() => bare.print(pdf));
      await sleep(restMs);
      const lp = await timed(async () => cupsd.untilCompleted('hall', await cupsd.lp('hall', file)));
      if (round < warmUpRounds) continue;
      times.ours.push(ours);
      times.bare.push(least);
      times.lp.push(lp);
    }
    panel.close();
    const ratio = report(
      `PRINT to completed, paid and settled, 1 page on a printer that takes no time, ${rounds} rounds`,
      {
        ours: times.ours,
        peer: times.bare,
        peerName: 'a bare Node client',
        aim: 'at most 6.00',
      },
    );
    const fastest = Math.min(...times.lp);
    console.log(`  lp through cupsd   median ${median(times.lp).toFixed(0)} ms (${spread(times.lp)})`);
    const toFastest = median(times.ours) / fastest;
    console.log(`  ratio to its fastest ${toFastest.toFixed(2)} (aim: below 1.00)`);
    return { ratio, 'ratio to cupsd': toFastest };
  } finally {
    bare.close();
    await cupsd.stop();
    await world.stop();
  }
}
