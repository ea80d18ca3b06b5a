import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { codes } from './codes.js';
import { officeDocuments, pdfPagesDrawn, twoConverters } from './conversions.js';
import { fairness } from './fairness.js';
import { mail } from './mail.js';
import { landing } from './landing.js';
import { ledgerSize } from './ledger-size.js';
import { ledgerThroughput } from './ledger-throughput.js';
import { printInstant } from './print-instant.js';
import { printLatency } from './print-latency.js';
import { printMany } from './print-many.js';
import { qr } from './qr.js';
import { statement } from './statement.js';

/** `npm run bench [name…]`: figures, each as a ratio against a peer in the same run. */
const benches = {
  print: printLatency,
  instant: printInstant,
  many: printMany,
  ledger: ledgerThroughput,
  'ledger-size': ledgerSize,
  codes,
  qr,
  statement,
  landing,
  mail,
  office: officeDocuments,
  pdf: pdfPagesDrawn,
  converters: twoConverters,
  fairness,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in benches));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
// As durable as in production: the figures are about real writes.
const stop = await startSharedServices({ durable: true });
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench();
  }
} finally {
  await stop();
}
