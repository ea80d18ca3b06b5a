import type { Breach } from '@sixpence/core/money/ledger/rules.query';
import { VerificationService } from '@sixpence/core/operation/verification/verification.service';
import type { Command } from '../../command.js';

/** The most findings of each invariant that are printed; `--json` has all of them. */
const mostShown = 20;

export const ledgerVerify: Command = {
  name: 'ledger verify',
  usage: '[--all]',
  summary:
    'Checks every invariant of the money since the last checkpoint, or with --all from the beginning; names each breach.',
  argumentCount: 0,
  options: { all: { type: 'boolean' } },
  async run({ services }, input) {
    const verification = (await services()).get(VerificationService);
    const all = input.values['all'] === true;
    const breaches = await verification.findBreaches({ all });
    const clean = breaches.length === 0;
    const checked = all ? 'from its beginning' : 'since the last checkpoint';
    const lines = clean ? [`The ledger is in order, checked ${checked}.`] : describe(breaches);
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
