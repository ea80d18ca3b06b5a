import { aPdf } from '../support/pdf.js';
import { Panel } from '../support/panel.js';
import { startWorld } from '../support/world.js';
import { BareClient } from './bare-client.js';
import { median, spread, timed } from './figures.js';

const rounds = 12;

export async function printInstant(): Promise<void> {
  const world = await startWorld({ engine: '/bin/true' });
  try {
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
    for (let round = 0; round < rounds; round += 1) {
      panel.send({ action: 'more' });
      await panel.screen('documents');
      await new Promise((r) => setTimeout(r, 200));
      console.error('ROUND', performance.timeOrigin + performance.now());
      ours.push(await timed(() => panel.print([row.orderId])));
      console.error('DONE', performance.timeOrigin + performance.now());
      peer.push(await timed(() => bare.print(pdf)));
    }
    bare.close();
    panel.close();
    console.log(
      `ours ${median(ours).toFixed(1)} (${spread(ours)}) bare ${median(peer).toFixed(1)} (${spread(peer)}) ratio ${(median(ours) / median(peer)).toFixed(2)}`,
    );
    if (process.env['LOGS']) console.log(world.logs());
  } finally {
    await world.stop();
  }
}
