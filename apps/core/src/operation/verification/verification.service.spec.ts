import { expect, test } from '@jest/globals';
import type { JobVerifier } from '../../jobs/views/job-verifier.query.js';
import type { LedgerService } from '../../money/ledger/ledger.service.js';
import type { LedgerVerifier } from '../../money/ledger/views/ledger-verifier.query.js';
import { theBeginning, type Breach } from '../../money/ledger/rules.query.js';
import type { StatementVerifier } from '../../money/statement/views/statement-verifier.query.js';
import { VerificationService } from './verification.service.js';

const last = { ...theBeginning, after: 7 };
const breach = (rule: string) => ({ rule }) as unknown as Breach;

/** Verifiers that find these breaches, in a ledger that could be closed up to the transfer `through`. */
function auditing({ found = {}, through = 9 }: { found?: Record<string, Breach[]>; through?: number } = {}) {
  const did: unknown[] = [];
  const audit = (name: string) => ({
    breaches: (since: unknown) => {
      did.push([name, since]);
      return Promise.resolve(found[name] ?? []);
    },
  });
  const transfers = {
    ...audit('ledger'),
    lastCheckpoint: () => Promise.resolve(last),
    lastClosable: (since: unknown) => {
      did.push(['lastClosable', since]);
      return Promise.resolve(through);
    },
  };
  const ledger = {
    closeThrough: (at: number) => {
      did.push(['close', at]);
      return Promise.resolve();
    },
  };
  const service = new VerificationService(
    ledger as unknown as LedgerService,
    transfers as unknown as LedgerVerifier,
    audit('jobs') as unknown as JobVerifier,
    audit('statement') as unknown as StatementVerifier,
  );
  return { service, did };
}

const read = (since: unknown) => ['ledger', 'jobs', 'statement'].map((name) => [name, since]);

test('the rows since the last checkpoint are checked, or all of them, and nothing is closed', async () => {
  const { service, did } = auditing();
  await service.findBreaches({ all: false });
  expect(did.splice(0)).toEqual(read(last));
  await service.findBreaches({ all: true });
  expect(did).toEqual(read(theBeginning));
});

test('the nightly check closes the transfers that it has checked', async () => {
  const { service, did } = auditing();
  expect(await service.checkAndAdvance()).toEqual([]);
  expect(did).toEqual([['lastClosable', last], ...read(last), ['close', 9]]);
});

test.each([
  ['nothing new can be closed', { through: 7 }, []],
  [
    'rules are broken',
    { found: { ledger: [breach('a')], statement: [breach('b'), breach('c')] } },
    [breach('a'), breach('b'), breach('c')],
  ],
])('the nightly check closes nothing when %s', async (_, given, breaches) => {
  const { service, did } = auditing(given);
  expect(await service.checkAndAdvance()).toEqual(breaches);
  expect(did).toEqual([['lastClosable', last], ...read(last)]);
});
