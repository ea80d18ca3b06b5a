import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReceiptPaper, StatementPaper } from './papers.js';

/** A paper that can be drawn as PDF. */
export type Drawable = { statement: StatementPaper } | { receipt: ReceiptPaper };

/**
 * The compiled file, because a thread starts with a file that Node itself can read, even if this file runs
 * uncompiled.
 */
const thread = join(import.meta.dirname, '..', 'dist', 'drawing-thread.js');

/**
 * Draws a paper in a thread of its own, because the font alone blocks a thread for some hundred milliseconds.
 * @returns the PDF
 */
export function drawPaper(paper: Drawable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: paper });
    worker.once('message', (pdf: Uint8Array) =>
      resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)),
    );
    worker.once('error', reject);
    worker.once('exit', (code) => {
      // `exit` follows `message`; after an answer this reject has no effect.
      reject(new Error(`The thread that draws papers has ended with ${code}`));
    });
  });
}
