import { Controller } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import {
  statementPeriods,
  type MonthlyPagesAnswer,
  type StatementAnswer,
  type StatementEntry,
} from '@sixpence/contracts/http/statement';
import { toMajor } from '@sixpence/money/money';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { Person } from '../../people/sessions/person.decorator.js';
import type { SignedIn } from '../../people/sessions/signed-in.js';
import { PrintedPages } from './views/printed-pages.query.js';
import { StatementRows, type StatementRow } from './views/statement-rows.query.js';

const mostRows = 1_000;

/** The calls of the statement and of this month's pages (specification §7), in major units. */
@Controller()
export class StatementController {
  constructor(
    private readonly statement: StatementRows,
    private readonly printed: PrintedPages,
  ) {}

  @Answers(calls.monthlyPages)
  async monthlyPages(@Person() { userId }: SignedIn): Promise<MonthlyPagesAnswer> {
    const { from } = await this.statement.period('last_month');
    return this.printed.since(userId, from);
  }

  /** An unknown period, such as the page's `select_period`, has no rows. */
  @Answers(calls.userAccountStatement)
  async entries(
    @Person() { userId: owner }: SignedIn,
    @Asked() asked: Asked<typeof calls.userAccountStatement>,
  ): Promise<StatementAnswer> {
    const period = statementPeriods.find((known) => known === asked.period);
    if (!period) return { orders: [] };
    const { currency, cursor } = asked;
    const { from } = await this.statement.period(period);
    const page = await this.statement.page({ owner, currency, from }, { cursor, limit: mostRows });
    return { orders: page.rows.map(entryOf), ...(page.cursor !== undefined && { cursor: page.cursor }) };
  }
}

function entryOf({
  id,
  at,
  type,
  fileName,
  pages,
  colorPages,
  amount,
  which,
  cameBack,
  payment,
}: StatementRow): StatementEntry {
  return {
    type,
    fileName,
    totalPages: pages,
    amount: toMajor(amount),
    timeStamp: at.toISOString(),
    id,
    ...(type === 'Print' && { colorPages }),
    ...(which && { which }),
    ...(cameBack && { cameBack: { pages: cameBack.pages, amount: toMajor(cameBack.amount) } }),
    ...(payment !== undefined && { receipt: payment }),
  };
}
