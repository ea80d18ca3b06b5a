import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReceiptPaper, StatementPaper } from './papers.js';

/** A paper that is drawn as PDF. */
export type Drawable = { statement: StatementPaper } | { receipt: ReceiptPaper };

/** Compiled: a thread begins with a file that Node itself can read, wherever this one is read from. */
const thread = join(import.meta.dirname, '..', 'dist', 'drawing-thread.js');

/**
 * Draws a paper in a thread of its own, because the font alone takes some hundred milliseconds in which nobody else would
 * get their turn.
 * @returns the PDF
 */
export function drawn(paper: Drawable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: paper });
    worker.once('message', (pdf: Uint8Array) =>
      resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)),
    );
    worker.once('error', reject);
    worker.once('exit', (code) => {
      // Told after the message, if there was one.
      reject(new Error(`The thread that draws papers has ended with ${code}`));
    });
  });
}
