import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { areServicesShared, startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { pageOfFigures, type Measured } from './figures-page.js';
import type { Figures, Size } from './figures.js';

/**
 * `npm run bench [name…]`: prints figures, most of them ratios to a peer in the same run, and writes them to
 * docs/figures.md. With `--smoke` each bench runs one tiny round, which shows that it works. Such figures say
 * nothing about the service and are not written.
 *
 * A bench is loaded when it runs, because most of them load core.
 */
const benches: Readonly<Record<string, () => Promise<(size: Size) => Promise<Figures>>>> = {
  print: async () => (await import('./printing/print-latency.js')).printLatency,
  instant: async () => (await import('./printing/print-instant.js')).printInstant,
  many: async () => (await import('./printing/print-many.js')).printMany,
  ledger: async () => (await import('./ledger/ledger-throughput.js')).ledgerThroughput,
  'ledger-size': async () => (await import('./ledger/ledger-size.js')).ledgerSize,
  codes: async () => (await import('./codes.js')).codes,
  qr: async () => (await import('./qr.js')).qr,
  statement: async () => (await import('./statement.js')).statement,
  requests: async () => (await import('./requests/requests.js')).requests,
  landing: async () => (await import('./browser/landing.js')).landing,
  dashboard: async () => (await import('./browser/dashboard.js')).dashboard,
  mail: async () => (await import('./mail/mail.js')).mail,
  office: async () => (await import('./documents/conversions.js')).officeDocuments,
  pdf: async () => (await import('./documents/conversions.js')).pdfPagesDrawn,
  mixed: async () => (await import('./documents/mixed.js')).mixedDocuments,
  converters: async () => (await import('./documents/conversions.js')).twoConverters,
  fairness: async () => (await import('./documents/fairness.js')).fairness,
  'large-documents': async () => (await import('./documents/large-documents.js')).largeDocuments,
  'far-box': async () => (await import('./printing/far-box.js')).farBox,
  memory: async () => (await import('./machine/memory.js')).memoryAtRest,
  start: async () => (await import('./machine/start.js')).secondStart,
  floods: async () => (await import('./floods/floods.js')).besideFloods,
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
const stop = await startServices();
const measured: Measured[] = [];
try {
  for (const [name, load] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const bench = await load();
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

/**
 * A measurement needs the durable writes of production. A smoke run of the tests uses the servers of the
 * tests.
 */
async function startServices(): Promise<() => Promise<void>> {
  if (size === 'smoke' && areServicesShared()) return () => Promise.resolve();
  return startSharedServices({ durable: size === 'whole' });
}

async function writePage(): Promise<void> {
  const page = 'docs/figures.md';
  const earlier = existsSync(page) ? await readFile(page, 'utf8') : '';
  await writeFile(page, pageOfFigures(earlier, measured));
}
