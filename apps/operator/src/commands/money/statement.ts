import { statementPeriods } from '@sixpence/contracts/http/statement';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { StatementPapersService } from '@sixpence/core/money/statement/statement-papers.service';
import { formatMoney } from '@sixpence/money/money';
import { minuteIn } from '@sixpence/paper/dates';
import { statementCsv } from '@sixpence/paper/statement';
import { currencyOf } from '../../amounts.js';
import { optionalOption, UsageError, argument, type Command } from '../../command.js';
import { listLines } from '../../list-lines.js';

export const statement: Command = {
  name: 'statement',
  usage: `<email> [--period ${statementPeriods.join('|')}] [--currency GBP|EUR] [--csv]`,
  summary:
    'Shows the transactions of a balance, newest first, with the balance before and after; with --csv, as CSV. last_month is the current month.',
  argumentCount: 1,
  options: { period: { type: 'string' }, currency: { type: 'string' }, csv: { type: 'boolean' } },
  async run({ services }, input) {
    const named = optionalOption(input, 'period') ?? 'last_month';
    const period = statementPeriods.find((known) => known === named);
    if (!period) throw new UsageError(`The period must be one of ${statementPeriods.join(', ')}`);
    const currency = currencyOf(optionalOption(input, 'currency') ?? 'GBP');
    const app = await services();
    const owner = await app.get(AccountsService).userIdOf(argument(input, 0));
    const paper = await app.get(StatementPapersService).statement({ owner, period, currency });
    if (input.values['csv'] === true) {
      const text = (await statementCsv(paper)).toString('utf8').replace(/^\ufeff/, '');
      return { json: paper, lines: text.trimEnd().split('\r\n') };
    }
    const lines = listLines(paper.lines, 'No transactions in this period.', {
      Date: ({ at }) => minuteIn(paper.zone, at),
      Amount: ({ amount }) => formatMoney(amount),
      Pages: ({ pages }) => (pages === 0 ? '' : String(pages)),
      Description: ({ fileName }) => fileName,
      // The argument of `credit give-back`, or the id in `payments list`.
      'Job or payment': ({ type, id, payment }) => (type === 'Print' ? id : (payment ?? '')),
    });
    const sums = `${formatMoney(paper.opening)} before, ${formatMoney(paper.closing)} after`;
    return { json: paper, lines: [...lines, sums] };
  },
};
