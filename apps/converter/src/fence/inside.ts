import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeFrames, encodeFrame, type Frame } from '../fenced-process/frames.js';
import { limits } from '../limits.js';
import { openRenderer } from '../pdf/renderer.js';
import { GaveUp, MissingProgram, Unconvertible } from '../unconvertible.js';
import { convert } from './convert.js';
import type { Job, Message } from './messages.js';
import { rehearsalPdf } from './rehearsal.js';

/**
 * The program behind the fence. It reads one job after the other from standard input, all of one owner,
 * writes its answers to pipe 3, and ends after a job that it could not do. It may be killed at any moment.
 * With `--probe` it only shows that it can start there.
 */
const renderer = await openRenderer();
if (process.argv.includes('--probe')) process.exit(0);

// Code runs slowly the first time, so a built-in page is converted before a document arrives.
const freeRehearsal = await inFolderOfItsOwn(() =>
  convert({ mediaType: 'application/pdf', bytes: rehearsalPdf }, renderer, {
    say: () => Promise.resolve(),
    fromOffice: () => Promise.reject(new Error('There is no office at a rehearsal')),
  }),
);
freeRehearsal();

const answers = createWriteStream('', { fd: 3 });
const mostBytes = limits.sourceBytes + limits.normalisedBytes;
const allowance = { remaining: mostBytes, each: mostBytes };
const frames = decodeFrames(process.stdin, allowance);

function say(message: Message, ...parts: Uint8Array[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const frame = Buffer.concat(encodeFrame(message, Buffer.concat(parts)));
    answers.write(frame, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

async function nextFrame() {
  const frame = await frames.next();
  // The converter has ended and closed the pipe.
  if (frame.done === true) process.exit(0);
  return frame.value;
}

/**
 * Does work with a temporary folder that is removed afterwards, so that no file of a document has an effect
 * on a later one. The programs that the work starts use the same folder.
 */
async function inFolderOfItsOwn<T>(work: () => Promise<T>): Promise<T> {
  const outer = tmpdir();
  const folder = await mkdtemp(join(outer, 'document-'));
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    process.env.TMPDIR = outer;
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns a function that frees the document's memory */
function doJob({ header, bytes }: Frame): Promise<() => void> {
  // The header comes from the converter itself. Validation would load zod and all contracts in every process.
  const job = header as Job;
  return inFolderOfItsOwn(() =>
    convert({ ...job, bytes }, renderer, {
      say,
      async fromOffice(filter) {
        await say({ type: 'office', filter });
        return (await nextFrame()).bytes;
      },
    }),
  );
}

try {
  await say({ type: 'ready' });
  for (;;) {
    allowance.remaining = mostBytes;
    const free = await doJob(await nextFrame());
    await say({ type: 'done' });
    free();
  }
} catch (error) {
  if (error instanceof GaveUp) await say({ type: 'gave-up' });
  else if (error instanceof MissingProgram) await say({ type: 'missing-program' });
  // A library throws because of the document, so the document is the reason.
  else await say({ type: 'failed', reason: error instanceof Unconvertible ? error.reason : 'damaged' });
}
process.exit(0);
