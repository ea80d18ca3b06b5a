import TestSequencer from '@jest/test-sequencer';

/**
 * Test files that take tens of seconds, longest first. Jest orders by the times of the last run, which a
 * fresh clone lacks, and then by size. By size, a short file that converts hundreds of documents would come
 * last, with other workers idle.
 */
const LONGEST = [
  'bench',
  'payments-core-killed',
  'killed-parts',
  'top-up',
  'every-page',
  'intake-mails',
  'ledger-simulation',
  'one-process',
  'database-killed',
  'pairing-killed',
  'journal-full',
  'plug-pulled',
  'panel-screens',
  'dashboard-acts',
  'payments-validated',
  'payments-away',
  'hostile-walk',
  'documents-conversion',
  'sign-up-and-reset',
  'refunds-core-killed',
  'hostile-files-reach',
  'restored-news',
  'accessible',
  'document-life-at-rest',
  'hostile-files-refused',
  'office-surroundings',
  'office-elements',
  'formats',
  'document-life',
  'documents-conversion-mutants',
  'credits-pay',
  'documents-reports',
  'mail',
  'help-corner',
  'incomplete-pdfs',
  'refunds',
  'lanes',
  'outbox',
  'storage-bucket',
  'operator',
  'office-ends',
].map((name) => `${name}.spec.ts`);

/** Starts with the longest files, so that the workers end together. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}

/** Files outside the list keep Jest's own order, after the listed ones. */
function rank({ path }) {
  const index = LONGEST.findIndex((name) => path.endsWith(`/${name}`));
  return index === -1 ? LONGEST.length : index;
}
