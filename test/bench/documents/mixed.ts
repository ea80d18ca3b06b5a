import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { checkout } from '@sixpence/sandbox/checkout';
import { toolPath } from '@sixpence/sandbox/tools';
import { aMixedPdf } from '../../support/documents/pdf.js';
import { aPhoto } from '../../support/documents/pictures.js';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { processorMsBelow, processorMsOfEndedChildren } from '../../support/worlds/process-tree.js';
import { median, spread, timed, type Figures, type Size } from '../figures.js';
import { converterFor, untilReady, untilSparesAreReady, withService } from './service.js';

const run = promisify(execFile);
const sizes = {
  whole: { rounds: 3, warmUpRounds: 1, each: 8, quietMs: 3_000 },
  smoke: { rounds: 1, warmUpRounds: 0, each: 1, quietMs: 0 },
};
/** The longer side of the images that the converter makes. */
const imagePixels = 1_200;

/**
 * Measures the processor time of a document from upload to ready, and the documents a minute of one
 * converter, for office documents, PDFs of six pages, and pictures in equal parts. The time is that of the
 * converter, its processes, and LibreOffice, until all spare processes are ready again. The peer converts the
 * same documents with a new LibreOffice, rewrites them with `qpdf`, and draws them with `pdftoppm`; a picture
 * comes to it as a PDF. Rounds alternate.
 */
export function mixedDocuments(size: Size): Promise<Figures> {
  const { rounds, warmUpRounds, each, quietMs } = sizes[size];
  return withService(async (service) => {
    await using converter = await ConverterProcess.start(service.core, converterFor(size, 'office'));
    const root = converter.child.pid!;
    const photo = await aPhoto('png');
    const files = {
      'letter.docx': readFileSync(join(checkout, 'test/fixtures/documents/document.docx')),
      'six-pages.pdf': await aMixedPdf(6),
      'photo.png': photo,
    };
    const peerFiles = { ...files, 'photo.png': await pdfOf(photo) };
    const documents = Array.from({ length: each }, () => Object.entries(files)).flat();
    const ours: number[] = [];
    const peer: number[] = [];
    const perMinute: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      await untilSparesAreReady(converter, quietMs);
      const before = processorMsBelow(root);
      const tookMs = await timed(() =>
        Promise.all(documents.map(([name, bytes]) => untilReady(service.uploads, name, bytes))),
      );
      await untilSparesAreReady(converter, quietMs);
      const spentMs = processorMsBelow(root) - before;
      const peerMs = await bareConversions(service.scratch, peerFiles);
      if (round < warmUpRounds) continue;
      ours.push(spentMs / documents.length);
      peer.push(peerMs / Object.keys(peerFiles).length);
      perMinute.push((documents.length * 60_000) / tookMs);
    }
    console.log(
      `Office document, PDF of six pages, and picture in equal parts, ${documents.length} at once, ${rounds} rounds in turn`,
    );
    const line = (of: number[]) =>
      `median ${median(of).toFixed(0)} ms (${spread(of)}) of processor time each`;
    console.log(`  Sixpence   ${line(ours)}`);
    console.log(`  soffice, qpdf, pdftoppm   ${line(peer)}`);
    const ratio = median(ours) / median(peer);
    console.log(`  ratio      ${ratio.toFixed(2)}`);
    console.log(`  one converter   ${median(perMinute).toFixed(0)} a minute (${spread(perMinute)})`);
    return { ratio, 'processor ms': median(ours), 'a minute': median(perMinute) };
  });
}

/** @returns the processor time of the bare programs for one document of each kind, in milliseconds */
async function bareConversions(folder: string, files: Readonly<Record<string, Uint8Array>>): Promise<number> {
  const before = processorMsOfEndedChildren();
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const pdf = name.endsWith('.docx') ? join(folder, `${basename(name, '.docx')}.pdf`) : file;
    if (pdf !== file)
      await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file]);
    const rewritten = `${file}.rewritten.pdf`;
    await run(toolPath('qpdf'), ['--decrypt', '--object-streams=disable', pdf, rewritten]);
    await run(toolPath('pdftoppm'), ['-jpeg', '-scale-to', String(imagePixels), rewritten, `${file}-page`]);
  }
  return processorMsOfEndedChildren() - before;
}

async function pdfOf(png: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const image = await document.embedPng(png);
  document.addPage([842, 595]).drawImage(image, { x: 25, y: 0, width: 793, height: 595 });
  return document.save();
}
