import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { checkout } from '@sixpence/sandbox/checkout';

const longestMs = 280_000;

/**
 * Converts documents with LibreOffice alone: its own profile, no fence, `soffice --convert-to pdf`. This
 * proves that a hostile document is hostile. Names must differ in more than their extension.
 * @returns the PDFs, by the names of the documents that converted
 */
export async function convertedByItself(
  documents: Readonly<Record<string, Buffer>>,
  folder: string,
): Promise<Record<string, Buffer>> {
  const [input, output] = [join(folder, 'by-itself'), join(folder, 'by-itself-pdf')];
  mkdirSync(input);
  const files = Object.entries(documents).map(([name, bytes]) => {
    writeFileSync(join(input, name), bytes);
    return join(input, name);
  });
  const profile = `-env:UserInstallation=file://${join(folder, 'profile-of-its-own')}`;
  const options = ['--headless', '--convert-to', 'pdf', '--outdir', output];
  await promisify(execFile)('soffice', [profile, ...options, ...files], {
    env: { ...process.env, TMPDIR: folder, OSL_SOCKET_PATH: folder },
    timeout: longestMs,
  });
  const pdfs = Object.keys(documents).flatMap((name) => {
    const pdf = join(output, `${basename(name, extname(name))}.pdf`);
    return existsSync(pdf) ? [[name, readFileSync(pdf)] as const] : [];
  });
  return Object.fromEntries(pdfs);
}

/**
 * The lines of the converter's worker that block macros, and their unprotected versions. LibreOffice runs an
 * opening macro some time after the document has opened, so the unprotected worker waits first.
 */
const locks: readonly (readonly [string, string])[] = [
  ['MacroExecutionMode=0', 'MacroExecutionMode=4'],
  ['Hidden=True', 'Hidden=job["hidden"]'],
  ['FilterName=job["filter"],', ''],
  [
    'document.storeToURL(',
    'document.CurrentController.Frame.ContainerWindow.Toolkit.processEventsToIdle(); document.storeToURL(',
  ],
];

const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>0</value></prop></item></oor:items>`;

/**
 * Converts documents with the converter's worker, but with macros allowed: the same program without its
 * blocks, with a profile that trusts every macro, without a fence.
 * @returns PDFs in the order of the documents
 */
export async function convertedWithMacros(
  documents: readonly { bytes: Buffer; hidden: boolean }[],
  folder: string,
): Promise<Buffer[]> {
  const home = join(folder, 'with-macros');
  mkdirSync(home);
  const worker = spawn('/usr/bin/python3', ['-c', workerWithoutLocks()], {
    // Its own process group, so that its LibreOffice ends with it.
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      OSL_SOCKET_PATH: home,
      LANG: 'C.UTF-8',
      OFFICE: '/usr/lib/libreoffice/program/soffice.bin',
      OFFICE_SETTINGS: settings,
      MOST_PAGES: '500',
      OFFICE_FONTS: '<fontconfig><include>/etc/fonts/fonts.conf</include></fontconfig>',
    },
  });
  const overtime = setTimeout(() => process.kill(-worker.pid!, 'SIGKILL'), longestMs);
  try {
    for (const { bytes, hidden } of documents)
      worker.stdin!.write(frameOf({ hidden, name: 'document' }, bytes));
    const [ready, ...answers] = await framesFrom(worker.stdio[3] as Readable, 1 + documents.length);
    if (ready?.header.type !== 'ready') throw new Error('LibreOffice did not start');
    return answers.map(({ header, bytes }, at) => {
      if (header.type !== 'pdf') throw new Error(`LibreOffice does not open document ${at}`);
      return bytes;
    });
  } finally {
    clearTimeout(overtime);
    process.kill(-worker.pid!, 'SIGKILL');
    await once(worker, 'exit');
  }
}

function workerWithoutLocks(): string {
  let program = readFileSync(join(checkout, 'apps/converter/office/worker.py'), 'utf8');
  for (const [lock, opened] of locks) {
    if (!program.includes(lock)) throw new Error(`The worker no longer contains ${lock}`);
    program = program.replace(lock, opened);
  }
  return program;
}

function frameOf(header: object, bytes: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([lengths, text, bytes]);
}

interface Frame {
  header: { type: string };
  bytes: Buffer;
}

async function framesFrom(stream: Readable, count: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  let buffered = Buffer.alloc(0);
  for await (const piece of stream) {
    buffered = Buffer.concat([buffered, piece as Buffer]);
    for (let next = firstFrameOf(buffered); next; next = firstFrameOf(buffered)) {
      frames.push(next.frame);
      buffered = buffered.subarray(next.length);
    }
    if (frames.length === count) return frames;
  }
  throw new Error(`LibreOffice ended after ${frames.length} answers`);
}

function firstFrameOf(bytes: Buffer): { frame: Frame; length: number } | undefined {
  if (bytes.length < 8) return undefined;
  const [headerEnd, end] = [8 + bytes.readUInt32BE(0), 8 + bytes.readUInt32BE(0) + bytes.readUInt32BE(4)];
  if (bytes.length < end) return undefined;
  const header = JSON.parse(bytes.toString('utf8', 8, headerEnd)) as Frame['header'];
  return { frame: { header, bytes: bytes.subarray(headerEnd, end) }, length: end };
}
