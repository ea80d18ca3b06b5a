import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { farBox, largeDocuments } from './documents/bad-days.js';
import { codes } from './codes.js';
import { officeDocuments, pdfPagesDrawn, twoConverters } from './documents/conversions.js';
import { fairness } from './documents/fairness.js';
import { pageOfFigures, type Measured } from './figures-page.js';
import type { Figures, Size } from './figures.js';
import { besideFloods } from './floods/floods.js';
import { mail } from './mail/mail.js';
import { landing } from './landing.js';
import { ledgerSize } from './ledger/ledger-size.js';
import { ledgerThroughput } from './ledger/ledger-throughput.js';
import { printInstant } from './printing/print-instant.js';
import { printLatency } from './printing/print-latency.js';
import { printMany } from './printing/print-many.js';
import { qr } from './qr.js';
import { requests } from './requests/requests.js';
import { statement } from './statement.js';

/**
 * `npm run bench [name…]`: prints figures, most of them ratios to a peer in the same run, and writes them to
 * docs/figures.md. With `--smoke` each bench runs one tiny round, which shows that it works. Such figures say
 * nothing about the service and are not written.
 */
const benches: Readonly<Record<string, (size: Size) => Promise<Figures>>> = {
  print: printLatency,
  instant: printInstant,
  many: printMany,
  ledger: ledgerThroughput,
  'ledger-size': ledgerSize,
  codes,
  qr,
  statement,
  requests,
  landing,
  mail,
  office: officeDocuments,
  pdf: pdfPagesDrawn,
  converters: twoConverters,
  fairness,
  'large-documents': largeDocuments,
  'far-box': farBox,
  floods: besideFloods,
};

const options = {
  smoke: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const;
const { values, positionals: wanted } = parseArgs({ options, allowPositionals: true });
const size = values.smoke ? 'smoke' : 'whole';
const unknown = wanted.find((name) => !(name in benches));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". The benches: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
if (values.list) {
  console.log(Object.keys(benches).join('\n'));
  process.exit(0);
}
// A measurement needs the durable writes of production.
const stop = await startSharedServices({ durable: size === 'whole' });
const measured: Measured[] = [];
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const figures = await bench(size);
    for (const [what, value] of Object.entries(figures)) {
      if (!Number.isFinite(value)) throw new Error(`The bench ${name} found no number for its ${what}`);
      console.log(`${size === 'smoke' ? 'smoke' : 'figure'}: ${name}, ${what}: ${value.toFixed(2)}`);
    }
    const date = new Date().toISOString().slice(0, 10);
    measured.push({ bench: name, figures, date, machine: `${availableParallelism()} cores` });
  }
  if (size === 'whole') await writePage();
} finally {
  await stop();
}

async function writePage(): Promise<void> {
  const page = 'docs/figures.md';
  const earlier = existsSync(page) ? await readFile(page, 'utf8') : '';
  await writeFile(page, pageOfFigures(earlier, measured));
}
