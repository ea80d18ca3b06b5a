import { LedgerAudit } from '@sixpence/core/credits/ledger-audit.query';
import type { Breach } from '@sixpence/core/credits/rules.query';
import { JobAudit } from '@sixpence/core/release/job-audit.query';
import type { Command } from './command.js';

/** Findings shown of each invariant; `--json` has all of them. */
const mostShown = 20;

export const ledgerVerify: Command = {
  name: 'ledger verify',
  usage: '',
  does: 'Checks every invariant of the money on live data; names each that does not hold.',
  takes: 0,
  async run({ services }) {
    const app = await services();
    const breaches = [...(await app.get(LedgerAudit).breaches()), ...(await app.get(JobAudit).breaches())];
    const clean = breaches.length === 0;
    const lines = clean ? ['The ledger is in order.'] : describe(breaches);
    return { json: { clean, breaches }, lines, bad: !clean };
  },
};

function describe(breaches: Breach[]): string[] {
  const invariants = new Set(breaches.map(({ invariant }) => invariant));
  return [...invariants].flatMap((invariant) => {
    const found = breaches.filter((breach) => breach.invariant === invariant);
    const shown = found.slice(0, mostShown).map(({ finding }) => `BROKEN ${invariant}: ${finding}`);
    const hidden = found.length - shown.length;
    return hidden > 0 ? [...shown, `BROKEN ${invariant}: and ${hidden} more`] : shown;
  });
}
