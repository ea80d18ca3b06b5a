import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { convertedByItself, convertedWithMacros } from '../../support/peers/careless-office.js';
import { documentsWithLinks } from '../../support/documents/hostile-files.js';
import { calling, linkedDocuments, showing } from '../../support/documents/linked-documents.js';
import { documentsWithMacros, macroWords } from '../../support/documents/macro-documents.js';
import { seenOn } from '../../support/documents/paper.js';
import { Workbench } from '../../support/worlds/workbench.js';

const canary = 'canary-that-sings-in-the-mine';

let bench: Workbench;
let sink: Server;
/** Requests that the sink received. */
let calls: string[];
let port: number;
let text: string;
let picture: string;
beforeAll(async () => {
  bench = await Workbench.start();
  sink = createServer((request, answer) => {
    calls.push(request.url ?? '');
    answer.end(canary);
  }).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  port = (sink.address() as AddressInfo).port;
  text = join(bench.scratch, 'canary.txt');
  picture = join(bench.scratch, 'canary.png');
  writeFileSync(text, canary);
  await sharp({ create: { width: 50, height: 50, channels: 3, background: '#ff00ff' } })
    .png()
    .toFile(picture);
});
afterAll(async () => {
  sink.closeAllConnections();
  sink.close();
  await bench[Symbol.asyncDispose]();
});

/** The visible content of each document that the service has made ready. */
async function seenBy(documents: Readonly<Record<string, Buffer>>) {
  const ids = new Map<string, string>();
  for (const [name, bytes] of Object.entries(documents)) ids.set(name, await bench.upload(name, bytes));
  const seen: (Awaited<ReturnType<typeof seenOn>> & { name: string })[] = [];
  for (const [name, id] of ids) {
    const row = await bench.settled(id);
    if (row.status === 'ready') seen.push({ name, ...(await seenOn(await bench.normalised(row))) });
  }
  return seen;
}

describe('external links', () => {
  const linked = () => (name: string) =>
    linkedDocuments({ address: `http://127.0.0.1:${port}/${name}`, picture: pathToFileURL(picture).href });

  test('are fetched by LibreOffice alone, which shows local files too', async () => {
    calls = [];
    const pdfs = await convertedByItself(each(linked()), bench.scratch);
    expect([...new Set(calls)].sort()).toEqual(calling.map((name) => `/${name}`));
    const shown: string[] = [];
    for (const [name, pdf] of Object.entries(pdfs)) if ((await seenOn(pdf)).hasMagenta) shown.push(name);
    expect(shown.sort()).toEqual(showing);
  });

  test('are not fetched by the service', async () => {
    calls = [];
    const seen = await seenBy(each(linked()));
    expect(seen.map(({ name }) => name).sort()).toEqual([...new Set([...calling, ...showing])].sort());
    expect(seen.filter(({ hasMagenta }) => hasMagenta)).toEqual([]);
    expect(calls).toEqual([]);
  });

  test('are not fetched by the service from other links: http, files, and Windows shares', async () => {
    calls = [];
    const places = [
      `http://127.0.0.1:${port}/asked`,
      pathToFileURL(text).href,
      pathToFileURL(picture).href,
      `\\\\127.0.0.1@${port}\\share\\asked`,
      text,
      'file:///proc/self/environ',
    ];
    const seen = await seenBy(documentsWithLinks(places));
    // LibreOffice refuses so many links in one rich text, with or without a fence.
    expect(seen.map(({ name }) => name)).toEqual(['links.docx', 'links.odt', 'links.ods', 'links.pdf']);
    for (const { words, hasMagenta } of seen) {
      expect(words).not.toContain(canary);
      expect(words).not.toContain('TMPDIR');
      expect(hasMagenta).toBe(false);
    }
    expect(calls).toEqual([]);
  });
});

/** Each document of a set, made with its own name. */
function each(make: (name: string) => Record<string, Buffer>): Record<string, Buffer> {
  return Object.fromEntries(Object.keys(make('')).map((name) => [name, make(name)[name]!]));
}

describe('macros', () => {
  const documents = Object.entries(documentsWithMacros).map(([name, make]) => ({ name, ...make() }));

  test('are run by LibreOffice alone', async () => {
    const dangerous = documents.filter(({ runsWhen }) => runsWhen !== undefined);
    const pdfs = await convertedWithMacros(
      dangerous.map(({ bytes, runsWhen }) => ({ bytes, hidden: runsWhen === 'hidden' })),
      bench.scratch,
    );
    const ran: string[] = [];
    for (const [at, pdf] of pdfs.entries())
      if ((await seenOn(pdf)).words.includes(macroWords)) ran.push(dangerous[at]!.name);
    expect(ran).toEqual(dangerous.map(({ name }) => name));
  });

  test('are run by the service in no kind of document', async () => {
    const seen = await seenBy(Object.fromEntries(documents.map(({ name, bytes }) => [name, bytes])));
    expect(seen.map(({ name }) => name)).toEqual(documents.map(({ name }) => name));
    expect(seen.filter(({ words }) => words.includes(macroWords))).toEqual([]);
    // The pages are those of the document, not of an error message.
    for (const { name, words } of seen)
      expect(words).toContain(documents.find((document) => document.name === name)!.ownWords);
  });
});
