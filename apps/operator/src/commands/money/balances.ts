import { readFile } from 'node:fs/promises';
import { currencies } from '@sixpence/contracts/currencies';
import {
  BalanceImportService,
  type ImportReport,
  type LineFate,
} from '@sixpence/core/money/legacy-balances/balance-import.service';
import { formatMoney, sum } from '@sixpence/money/money';
import { actor } from '../../actor.js';
import { UsageError, argument, type Command } from '../../command.js';

export const balancesImport: Command = {
  name: 'balances import',
  usage: '<file.csv> [--dry-run]',
  summary:
    'Imports the balances of the previous version, the whole file or nothing of it, and answers each line.',
  argumentCount: 1,
  options: { 'dry-run': { type: 'boolean' } },
  async run({ services }, input) {
    const file = await fileNamed(argument(input, 0));
    const dryRun = input.values['dry-run'] === true;
    const report = await (
      await services()
    )
      .get(BalanceImportService)
      .import(file, { actor: actor(), dryRun });
    return {
      json: { ...report, dryRun },
      lines: [...report.lines.map(sentenceOf), ...summaryOf(report, dryRun)],
      bad: !report.accepted,
    };
  },
};

async function fileNamed(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new UsageError(`The file ${path} cannot be read`, { cause });
  }
}

const fateInWords = {
  waits: 'waits for its address',
  given: 'given at once: an account has the address',
  known: 'imported before, nothing changes',
  empty: 'holds nothing',
};

function sentenceOf(fate: LineFate): string {
  if (fate.fate === 'wrong') return `line ${fate.line}: WRONG: ${fate.reason}`;
  const { address, amount } = fate.balance;
  return `line ${fate.line}: ${address} ${formatMoney(amount)}: ${fateInWords[fate.fate]}`;
}

function summaryOf({ accepted, lines }: ImportReport, dryRun: boolean): string[] {
  if (!accepted) {
    const wrong = lines.filter(({ fate }) => fate === 'wrong').length;
    return [`Nothing was imported: ${wrong} of ${lines.length} lines are wrong.`];
  }
  const imported = lines.flatMap((each) => (each.fate === 'waits' || each.fate === 'given' ? [each] : []));
  const totals = currencies.map((currency) =>
    formatMoney(
      sum(
        imported.map(({ balance }) => balance.amount).filter((amount) => amount.currency === currency),
        currency,
      ),
    ),
  );
  const done = dryRun ? 'Nothing was changed. These would be imported' : 'Imported';
  return [`${done}: ${imported.length} of ${lines.length} lines, ${totals.join(' and ')}.`];
}
