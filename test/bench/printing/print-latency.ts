import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkout } from '@sixpence/sandbox/checkout';
import { toolPath } from '@sixpence/sandbox/tools';
import { aPdf } from '../../support/documents/pdf.js';
import { Panel } from '../../support/browser/panel.js';
import { startWorld } from '../../support/worlds/world.js';
import { median, spread, timed, type Figures, type Size } from '../figures.js';

const run = promisify(execFile);

/**
 * Measures the time from PRINT to the printer's *completed*, paid and settled, for one page. The peer is
 * `ipptool`, which sends the same file to the same printer and waits for the same state. Rounds alternate.
 */
export async function printLatency(size: Size): Promise<Figures> {
  const rounds = size === 'whole' ? 30 : 1;
  const world = await startWorld();
  try {
    const person = await world.signIn();
    const row = await person.uploadPdf(await aPdf({ pages: 1 }), 'one-page.pdf');
    const panel = await Panel.open(world.panelUrl('hall'));
    await panel.logIn(await person.createCode());
    await panel.print([row.orderId]);

    const received = world.printer().jobs().at(-1)?.document;
    if (received === undefined) throw new Error('The printer received nothing');
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      panel.send({ action: 'more' });
      await panel.screen('documents');
      ours.push(await timed(() => panel.print([row.orderId])));
      peer.push(await timed(() => ipptool(world.printer().uri, received)));
    }
    panel.close();

    const ratio = median(ours) / median(peer);
    console.log(`PRINT to completed, paid and settled, 1 page, ${rounds} rounds in turn with the peer`);
    console.log(`  Sixpence   median ${median(ours).toFixed(1)} ms (${spread(ours)})`);
    console.log(
      `  ipptool    median ${median(peer).toFixed(1)} ms (${spread(peer)}), process start included`,
    );
    console.log(`  ratio      ${ratio.toFixed(2)}`);
    return { ratio };
  } finally {
    await world.stop();
  }
}

async function ipptool(uri: string, file: string): Promise<void> {
  await run(toolPath('ipptool'), [
    '-f',
    file,
    uri,
    join(checkout, 'test/bench/printing/print-and-wait.test'),
  ]);
}
