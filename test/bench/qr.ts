import { qrAuthAnswer } from '@sixpence/contracts/http/release';
import { aPdf } from '../support/documents/pdf.js';
import { Panel } from '../support/browser/panel.js';
import { startWorld } from '../support/worlds/world.js';
import { median, percentile, spread, type Figures, type Size } from './figures.js';

/**
 * Measures the time from Validate to the open list, through two cores: the user calls one, the box is
 * connected to the other. The peer is LOGIN with a typed code, which needs no news between cores. Rounds
 * alternate.
 */
export async function qr(size: Size): Promise<Figures> {
  const rounds = size === 'whole' ? 60 : 1;
  const world = await startWorld({ cores: 2 });
  try {
    const person = await world.signIn(undefined, 1);
    await (await world.signIn()).uploadPdf(await aPdf({ pages: 1 }), 'one-page.pdf');
    const panel = await Panel.open(world.panelUrl('hall'));
    const ours: number[] = [];
    const peer: number[] = [];
    const leave = async () => {
      panel.send({ action: 'home' });
      await panel.screen('attract');
    };
    for (let round = 0; round < rounds; round += 1) {
      await panel.screen('attract', (view) => view.printer.online);
      panel.send({ action: 'begin' });
      await panel.screen('keypad');
      panel.send({ action: 'scan' });
      const { code } = await panel.screen('pairing', (view) => view.code !== undefined);
      const begin = performance.now();
      const given = qrAuthAnswer.parse(await person.post('/qr-auth', { code: code?.digits }));
      if (!given.authenticated) throw new Error(given.message);
      await panel.screen('documents');
      ours.push(performance.now() - begin);
      await leave();

      const typed = await person.createCode();
      panel.send({ action: 'begin' });
      await panel.screen('keypad');
      const typedAt = performance.now();
      panel.send({ action: 'login', code: typed });
      await panel.screen('documents');
      peer.push(performance.now() - typedAt);
      await leave();
    }
    panel.close();
    const line = (times: number[]) =>
      `median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms (${spread(times)})`;
    console.log(`Validate to the open list, through two cores, ${rounds} rounds in turn with the peer`);
    console.log(`  QR         ${line(ours)} (aim: p95 ≤ 1000 ms)`);
    console.log(`  LOGIN      ${line(peer)}`);
    const ratio = median(ours) / median(peer);
    console.log(`  ratio      ${ratio.toFixed(2)}`);
    return { ratio, 'p95 ms': percentile(ours, 95) };
  } finally {
    await world.stop();
  }
}
