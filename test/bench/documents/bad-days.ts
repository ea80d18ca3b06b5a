import { fixture } from '../../support/documents/hostile-files.js';
import { longTable } from '../../support/documents/long-documents.js';
import { aMixedPdf, aPdf } from '../../support/documents/pdf.js';
import { SlowLink } from '../../support/worlds/slow-link.js';
import { Panel } from '../../support/browser/panel.js';
import { startWorld } from '../../support/worlds/world.js';
import { compareBeside } from './beside-others.js';
import { report, timed, type Figures, type Size } from '../figures.js';
import { withService } from './service.js';

const sizes = {
  whole: { scanPages: 500, rows: 100_000, documents: 100, prints: 10 },
  smoke: { scanPages: 5, rows: 100, documents: 5, prints: 1 },
};
const aim = 'at most 5.00';

/**
 * Measures how long a user waits for a document beside large or many documents of another user, as a ratio to
 * the same document alone, and the memory of the converter with all its processes.
 */
export function largeDocuments(size: Size): Promise<Figures> {
  const { scanPages, rows, documents } = sizes[size];
  return withService(async (service) => {
    const mine = { name: 'two.pdf', bytes: await aPdf({ pages: 2 }) };
    const scan = { name: 'scan.pdf', bytes: await aMixedPdf(scanPages) };
    const table = { name: 'table.ods', bytes: longTable(rows) };
    const others = { size, mayEnd: true, aim } as const;
    const besideScan = await compareBeside(service, {
      ...others,
      title: `Two pages of PDF beside a scan of ${scanPages} pages`,
      mine,
      theirs: [scan],
      laterMs: 500,
    });
    const besideMany = await compareBeside(service, {
      ...others,
      title: `Two pages of PDF behind ${documents} documents of another user`,
      mine,
      theirs: Array.from({ length: documents }, () => mine),
    });
    const besideTable = await compareBeside(service, {
      ...others,
      needs: 'office',
      title: `A letter beside a spreadsheet of ${rows} rows`,
      mine: { name: 'letter.docx', bytes: fixture('document.docx') },
      theirs: [table],
      laterMs: 500,
    });
    const found = { scan: besideScan, 'many documents': besideMany, 'long table': besideTable };
    return Object.fromEntries(
      Object.entries(found).flatMap(([name, { ratio, peakBytes }]) => [
        [`${name} ratio`, ratio],
        [`${name}, converter GB`, peakBytes / 1024 ** 3],
      ]),
    );
  });
}

/**
 * Measures the time from PRINT to *completed*, paid and settled, for one page. The box has a slow link to
 * core; the peer is a box without that delay.
 */
export async function farBox(size: Size): Promise<Figures> {
  const rounds = sizes[size].prints;
  const link = await SlowLink.start({ delayMs: 150, lossShare: 0.02, resendMs: 600 });
  const [near, far] = [await printTimes(rounds), await printTimes(rounds, link)];
  link.stop();
  const ratio = report(`PRINT to completed, 1 page, box behind 300 ms and 2 % loss, ${rounds} rounds`, {
    ours: far,
    peer: near,
    peerName: 'without delay',
    aim,
  });
  return { ratio };
}

async function printTimes(rounds: number, link?: SlowLink): Promise<number[]> {
  const world = await startWorld(link ? { agentLink: link } : {});
  try {
    const person = await world.signIn();
    const row = await person.uploadPdf(await aPdf({ pages: 1 }), 'one-page.pdf');
    const panel = await Panel.open(world.panelUrl('hall'));
    await panel.logIn(await person.createCode());
    await panel.print([row.orderId]);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      panel.send({ action: 'more' });
      await panel.screen('documents');
      times.push(await timed(() => panel.print([row.orderId])));
    }
    panel.close();
    return times;
  } finally {
    await world.stop();
  }
}
