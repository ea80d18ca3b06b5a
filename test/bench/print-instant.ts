import { setTimeout as sleep } from 'node:timers/promises';
import { aPdf } from '../support/pdf.js';
import { Panel } from '../support/panel.js';
import { startWorld } from '../support/world.js';
import { BareClient } from './bare-client.js';
import { report, timed } from './figures.js';

const rounds = 30;
const warmUpRounds = 5;
/** Between two jobs, so that neither side is timed beside what the one before left to do. */
const restMs = 100;

/**
 * From PRINT to *completed*, paid and settled, for one page on a printer whose engine ends at once; against the least
 * that a Node program can do to print the same bytes. Rounds take turns.
 */
export async function printInstant(): Promise<void> {
  const world = await startWorld({ engine: '/bin/true' });
  try {
    // This engine reports no pages, so the printer counts none.
    await world.askOperator('printer', 'update', 'hall', '--site', 'Demo library', '--counting', 'none');
    const person = await world.signIn();
    const pdf = await aPdf({ pages: 1 });
    const row = await person.uploadPdf(pdf, 'one-page.pdf');
    const panel = await Panel.open(world.panelUrl('hall'));
    await panel.logIn(await person.createCode());
    await panel.print([row.orderId]);
    const bare = new BareClient(world.printer().uri);
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      panel.send({ action: 'more' });
      await panel.screen('documents');
      await sleep(restMs);
      const mine = await timed(() => panel.print([row.orderId]));
      await sleep(restMs);
      const theirs = await timed(() => bare.print(pdf));
      if (round < warmUpRounds) continue;
      ours.push(mine);
      peer.push(theirs);
    }
    bare.close();
    panel.close();
    report(`PRINT to completed, paid and settled, 1 page on a printer that takes no time, ${rounds} rounds`, {
      ours,
      peer,
      peerName: 'a bare Node client',
      aim: 'at most 6.00',
    });
  } finally {
    await world.stop();
  }
}
