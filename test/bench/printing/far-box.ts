import { aPdf } from '../../support/documents/pdf.js';
import { Panel } from '../../support/browser/panel.js';
import { SlowLink } from '../../support/worlds/slow-link.js';
import { startWorld } from '../../support/worlds/world.js';
import { Random } from '../../simulate/random.js';
import { report, timed, type Figures, type Size } from '../figures.js';

const sizes = {
  whole: { rounds: 10, delayMs: 150, resendMs: 600 },
  smoke: { rounds: 1, delayMs: 10, resendMs: 20 },
};
const lossShare = 0.02;
/** Each run has the same sequence of loss. */
const seed = 1;

/** A printer with a box, whose panel shows the documents of a user. */
interface Place {
  /** The milliseconds from PRINT to *completed*. */
  print(): Promise<number>;
}

/**
 * Measures the time from PRINT to *completed*, paid and settled, for one page. The box has a slow link to
 * core; the peer is a box without that delay. Rounds alternate.
 */
export async function farBox(size: Size): Promise<Figures> {
  const { rounds, delayMs, resendMs } = sizes[size];
  await using after = new AsyncDisposableStack();
  const loss = new Random(seed);
  const link = await SlowLink.start({ delayMs, lossShare, resendMs, random: () => loss.share() });
  after.defer(() => link.stop());
  const near = await aPlace(after);
  const far = await aPlace(after, link);
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await far.print());
    times.peer.push(await near.print());
  }
  const quality = `${2 * delayMs} ms and ${lossShare * 100} % loss`;
  const ratio = report(`PRINT to completed, 1 page, box behind ${quality}, ${rounds} rounds`, {
    ...times,
    peerName: 'without delay',
    aim: 'at most 5.00',
  });
  return { ratio };
}

async function aPlace(after: AsyncDisposableStack, link?: SlowLink): Promise<Place> {
  const world = await startWorld(link ? { agentLink: link } : {});
  after.defer(() => world.stop());
  const person = await world.signIn();
  const { orderId } = await person.uploadPdf(await aPdf({ pages: 1 }), 'one-page.pdf');
  const panel = await Panel.open(world.panelUrl('hall'));
  after.defer(() => panel.close());
  await panel.logIn(await person.createCode());
  // The first job is a warm-up.
  await panel.print([orderId]);
  return {
    print: async () => {
      panel.send({ action: 'more' });
      await panel.screen('documents');
      return timed(() => panel.print([orderId]));
    },
  };
}
