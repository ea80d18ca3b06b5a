import { parentPort, workerData } from 'node:worker_threads';
import type { Drawable } from './draw-paper.js';
import { receiptPdf } from './receipt.js';
import { statementPdf } from './statement.js';

/** The thread in which `drawPaper` draws a paper. It ends after its answer. */
const paper = workerData as Drawable;
const pdf = 'statement' in paper ? await statementPdf(paper.statement) : await receiptPdf(paper.receipt);
parentPort?.postMessage(pdf);
