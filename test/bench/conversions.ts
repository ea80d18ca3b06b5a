import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkout } from '@sixpence/sandbox/checkout';
import { toolPath } from '@sixpence/sandbox/tools';
import sharp from 'sharp';
import { asLargeAsItCanBe, ConverterProcess } from '../support/converter-process.js';
import { aPdf } from '../support/pdf.js';
import { median, report, timed } from './figures.js';
import { restMs, untilReady, withService } from './service.js';

const run = promisify(execFile);
const officeFiles = ['doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp'];
const officeRounds = 3;
const pdfRounds = 5;
const pdfPages = 50;
/** The longer side of the images that the converter makes. */
const imagePixels = 1_200;

/** Office documents from upload to ready, fence and all, against LibreOffice started anew for the same file. */
export function officeDocuments(): Promise<void> {
  return withService(async (service) => {
    const converter = await ConverterProcess.start(service.core, asLargeAsItCanBe);
    const profile = `-env:UserInstallation=file://${service.scratch}/profile`;
    const cold = (file: string) =>
      run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', service.scratch, file]);
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round <= officeRounds; round += 1) {
      for (const extension of officeFiles) {
        const file = join(checkout, 'test/fixtures/documents', `document.${extension}`);
        await sleep(restMs);
        const mine = await timed(() =>
          untilReady(service.uploads, `document.${extension}`, readFileSync(file)),
        );
        const theirs = await timed(() => cold(file));
        // The first round lets both make their profiles and fill their caches.
        if (round === 0) continue;
        ours.push(mine);
        peer.push(theirs);
      }
    }
    await converter.stop();
    report(`Office document, upload to ready, ${officeFiles.length} formats, ${officeRounds} rounds`, {
      ours,
      peer,
      peerName: 'soffice, cold',
      aim: 'at most 0.33',
    });
  });
}

/** A PDF of many pages from upload to ready, against poppler drawing the same pixels and doing nothing else. */
export function pdfPagesDrawn(): Promise<void> {
  return withService(async (service) => {
    const converter = await ConverterProcess.start(service.core, asLargeAsItCanBe);
    const bytes = await aMixedPdf();
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
    const peer: number[] = [];
    for (let round = 0; round <= pdfRounds; round += 1) {
      await sleep(restMs);
      const mine = await timed(() => untilReady(service.uploads, 'mixed.pdf', bytes));
      const theirs = await timed(draw);
      if (round === 0) continue;
      ours.push(mine);
      peer.push(theirs);
    }
    await converter.stop();
    report(`PDF of ${pdfPages} pages, upload to ready with facts, images, and tiles, ${pdfRounds} rounds`, {
      ours,
      peer,
      peerName: `pdftoppm at ${imagePixels} px`,
      aim: 'at most 1.50',
    });
  });
}

/** The same documents through one converter and through two. */
export function twoConverters(): Promise<void> {
  return withService(async (service) => {
    const pdf = await aMixedPdf(6);
    const batch = async () => {
      const docx = readFileSync(join(checkout, 'test/fixtures/documents/document.docx'));
      const both = Array.from({ length: 12 }, () => [
        untilReady(service.uploads, 'a.docx', docx),
        untilReady(service.uploads, 'a.pdf', pdf),
      ]);
      await Promise.all(both.flat());
    };
    const one: number[] = [];
    const two: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const first = await ConverterProcess.start(service.core, asLargeAsItCanBe);
      await batch();
      one.push(await timed(batch));
      const second = await ConverterProcess.start(service.core, asLargeAsItCanBe);
      await batch();
      two.push(await timed(batch));
      await Promise.all([first.stop(), second.stop()]);
    }
    const perMinute = (ms: number) => ((24 * 60_000) / ms).toFixed(0);
    console.log('24 documents at once, 3 rounds in turn');
    console.log(`  one converter    ${perMinute(median(one))} a minute`);
    console.log(`  two converters   ${perMinute(median(two))} a minute`);
    console.log(`  ratio            ${(median(one) / median(two)).toFixed(2)} (aim: at least 1.70)`);
  });
}

/** Text on every page, a square of colour on some, a photograph on others. */
async function aMixedPdf(pages = pdfPages): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const colorPages = Array.from({ length: pages }, (_, index) => index + 1).filter((page) => page % 3 === 0);
  const document = await PDFDocument.load(await aPdf({ pages, colorPages }));
  const create = { width: 1_200, height: 800, channels: 3 as const, background: '#888' };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const photo = await sharp({ create: { ...create, noise } })
    .blur(2)
    .jpeg()
    .toBuffer();
  const image = await document.embedJpg(photo);
  for (const [index, page] of document.getPages().entries()) {
    if (index % 4 === 0) page.drawImage(image, { x: 72, y: 60, width: 450, height: 300 });
    for (let line = 0; line < 25; line += 1) {
      page.drawText('The quick brown fox prints a page and pays for what came out of the printer.', {
        x: 72,
        y: 690 - line * 12,
        size: 10,
      });
    }
  }
  return Buffer.from(await document.save());
}
