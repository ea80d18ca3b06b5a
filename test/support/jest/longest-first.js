import TestSequencer from '@jest/test-sequencer';

/**
 * Files that take tens of seconds, the longest first. Jest orders by the times of the last run, which a fresh clone does
 * not have, and then by size: a short file that converts hundreds of documents would come last, with one worker idle.
 */
const LONGEST = [
  'payments-core-killed',
  'killed-parts',
  'top-up',
  'every-page',
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
  'intake-mails',
  'incomplete-pdfs',
  'refunds',
  'lanes',
  'outbox',
  'storage-bucket',
  'operator',
  'office-ends',
].map((name) => `${name}.spec.ts`);

/** Begins with what takes longest, so that the workers end together. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}

/** Those that are not listed keep Jest's own order, behind the others. */
function rank({ path }) {
  const found = LONGEST.findIndex((name) => path.endsWith(`/${name}`));
  return found === -1 ? LONGEST.length : found;
}
