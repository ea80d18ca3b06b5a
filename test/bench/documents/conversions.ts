import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkout } from '@sixpence/sandbox/checkout';
import { toolPath } from '@sixpence/sandbox/tools';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { aMixedPdf } from '../../support/documents/pdf.js';
import { median, report, spread, timed, type Figures, type Size } from '../figures.js';
import { converterFor, firstTileAndReady, restMs, untilReady, withService } from './service.js';

const run = promisify(execFile);
const officeFiles = ['doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp'];
const officeSizes = {
  whole: { officeRounds: 3, warmUpRounds: 1, formats: officeFiles },
  smoke: { officeRounds: 1, warmUpRounds: 0, formats: ['docx'] },
};
const pdfSizes = {
  whole: { pdfRounds: 5, warmUpRounds: 1, pdfPages: 50 },
  smoke: { pdfRounds: 1, warmUpRounds: 0, pdfPages: 2 },
};
const batchSizes = {
  whole: { rounds: 3, each: 12, kinds: ['docx', 'pdf'] },
  smoke: { rounds: 1, each: 2, kinds: ['pdf'] },
} as const;
/** The longer side of the images that the converter makes. */
const imagePixels = 1_200;

/**
 * Measures the time from upload to ready of office documents, with the fence. The peer is a new LibreOffice
 * process that converts the same file.
 */
export function officeDocuments(size: Size): Promise<Figures> {
  const { officeRounds, warmUpRounds, formats } = officeSizes[size];
  return withService(async (service) => {
    const converter = await ConverterProcess.start(service.core, converterFor(size, 'office'));
    const profile = `-env:UserInstallation=file://${service.scratch}/profile`;
    const convertWithNewOffice = (file: string) =>
      run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', service.scratch, file]);
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < warmUpRounds + officeRounds; round += 1) {
      for (const extension of formats) {
        const file = join(checkout, 'test/fixtures/documents', `document.${extension}`);
        await sleep(restMs[size]);
        const mine = await timed(() =>
          untilReady(service.uploads, `document.${extension}`, readFileSync(file)),
        );
        const theirs = await timed(() => convertWithNewOffice(file));
        // The first rounds are a warm-up: both sides make their profiles and fill their caches.
        if (round < warmUpRounds) continue;
        ours.push(mine);
        peer.push(theirs);
      }
    }
    await converter.stop();
    const ratio = report(
      `Office document, upload to ready, ${formats.length} formats, ${officeRounds} rounds`,
      {
        ours,
        peer,
        peerName: 'soffice, cold',
        aim: 'at most 0.33',
      },
    );
    return { ratio };
  });
}

/**
 * Measures the time from upload to ready of a PDF of many pages, and to the picture of its first page. The
 * peer is poppler, which only draws the same pixels.
 */
export function pdfPagesDrawn(size: Size): Promise<Figures> {
  const { pdfRounds, warmUpRounds, pdfPages } = pdfSizes[size];
  return withService(async (service) => {
    const converter = await ConverterProcess.start(service.core, converterFor(size));
    const bytes = await aMixedPdf(pdfPages);
    const file = join(service.scratch, 'mixed.pdf');
    writeFileSync(file, bytes);
    const draw = () =>
      run(toolPath('pdftoppm'), [
        '-jpeg',
        '-scale-to',
        String(imagePixels),
        file,
        join(service.scratch, 'page'),
      ]);
    const ours: number[] = [];
    const firstTile: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < warmUpRounds + pdfRounds; round += 1) {
      await sleep(restMs[size]);
      const { firstTileMs, readyMs } = await firstTileAndReady(service, 'mixed.pdf', bytes);
      const theirs = await timed(draw);
      if (round < warmUpRounds) continue;
      ours.push(readyMs);
      firstTile.push(firstTileMs);
      peer.push(theirs);
    }
    await converter.stop();
    const ratio = report(
      `PDF of ${pdfPages} pages, upload to ready with facts, images, and tiles, ${pdfRounds} rounds`,
      {
        ours,
        peer,
        peerName: `pdftoppm at ${imagePixels} px`,
        aim: 'at most 1.50',
      },
    );
    const tileMs = median(firstTile);
    console.log(`  first tile in a browser   median ${tileMs.toFixed(0)} ms (${spread(firstTile)})`);
    const tileRatio = tileMs / median(peer);
    console.log(`  ratio of the first tile to pdftoppm of all pages   ${tileRatio.toFixed(2)}`);
    return { ratio, 'first tile ms': tileMs, 'first tile ratio': tileRatio };
  });
}

/** Compares one converter with two for the same documents. */
export function twoConverters(size: Size): Promise<Figures> {
  const { rounds, each, kinds } = batchSizes[size];
  return withService(async (service) => {
    const pdf = await aMixedPdf(6);
    const files = { docx: readFileSync(join(checkout, 'test/fixtures/documents/document.docx')), pdf };
    const documents = Array.from({ length: each }, () => kinds).flat();
    const batch = () =>
      Promise.all(documents.map((kind) => untilReady(service.uploads, `a.${kind}`, files[kind])));
    const one: number[] = [];
    const two: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using first = await ConverterProcess.start(service.core, converterFor(size));
      await batch();
      one.push(await timed(batch));
      await using second = await ConverterProcess.start(service.core, converterFor(size));
      await batch();
      two.push(await timed(batch));
      await Promise.all([first.stop(), second.stop()]);
    }
    const perMinute = (ms: number) => ((documents.length * 60_000) / ms).toFixed(0);
    console.log(`${documents.length} documents at once, ${rounds} rounds in turn`);
    console.log(`  one converter    ${perMinute(median(one))} a minute`);
    console.log(`  two converters   ${perMinute(median(two))} a minute`);
    const ratio = median(one) / median(two);
    console.log(`  ratio            ${ratio.toFixed(2)} (aim: at least 1.70)`);
    return { ratio };
  });
}
