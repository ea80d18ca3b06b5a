import { LedgerAudit } from '@sixpence/core/credits/ledger-audit.query';
import { JobAudit } from '@sixpence/core/release/job-audit.query';
import type { Command } from './command.js';

export const ledgerVerify: Command = {
  name: 'ledger verify',
  usage: '',
  does: 'Checks every invariant of the money on live data; names each that does not hold.',
  takes: 0,
  async run({ services }) {
    const app = await services();
    const breaches = [...(await app.get(LedgerAudit).breaches()), ...(await app.get(JobAudit).breaches())];
    const lines = breaches.map(({ invariant, finding }) => `BROKEN ${invariant}: ${finding}`);
    const clean = breaches.length === 0;
    return { json: { clean, breaches }, lines: clean ? ['The ledger is in order.'] : lines, bad: !clean };
  },
};
