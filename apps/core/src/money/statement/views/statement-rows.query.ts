import { Inject, Injectable } from '@nestjs/common';
import type { StatementPeriod } from '@sixpence/contracts/http/statement';
import type { Currency } from '@sixpence/contracts/currencies';
import { pageRanges } from '@sixpence/contracts/printing/page-ranges';
import { money, type Money } from '@sixpence/money/money';
import { DataSource } from 'typeorm';
import { all, one, type Queries } from '../../../platform/database/sql.js';
import { CORE_CONFIG, type CoreConfig } from '../../../platform/process/config.js';
import { wordsOf } from '../entry-words.js';
import { jobRows, transferRows } from '../statement-rows.js';
import { cursorAfter, rowAfter } from '../statement-cursor.js';
import type { StatementEntry } from '@sixpence/contracts/http/statement';

/**
 * The start of a period is the beginning of the day or month (`unit`) that lies `months` months before now,
 * in the time zone of the statement.
 */
const periodStarts: Readonly<Record<StatementPeriod, { unit: 'month' | 'day'; months: number }>> = {
  last_month: { unit: 'month', months: 0 },
  last_6_months: { unit: 'day', months: 6 },
  last_12_months: { unit: 'day', months: 12 },
};

/** The wallet of a statement, and the beginning of its period. */
export interface Account {
  owner: string;
  currency: Currency;
  from: Date;
}

export interface StatementRow {
  id: string;
  at: Date;
  type: StatementEntry['type'];
  fileName: string;
  /** The number of paid pages. */
  pages: number;
  /** The number of paid pages at the colour price. */
  colorPages: number;
  /** Negative when money left the balance. */
  amount: Money;
  /** Ranges of the printed page numbers, when the job printed only a part of the document. */
  which?: [first: number, last: number][];
  /** The pages that were held and not printed, and their price. */
  cameBack?: { pages: number; amount: Money };
  /** The id of the top-up's payment. */
  payment?: string;
}

interface Row {
  at: Date;
  micros: number;
  jobId: string | null;
  transferId: number | null;
  kind: string;
  fileName: string | null;
  amountMinor: number;
  pages: number;
  colorPages: number;
  backPages: number;
  backMinor: number;
  numbers: number[] | null;
  payment: string | null;
}

const cursorTime = `(timestamptz 'epoch' + :micros::bigint * interval '1 microsecond')`;

/** Reads the rows of a statement, newest first, page by page. */
@Injectable()
export class StatementRows {
  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** The beginning of a period, and the time now. */
  async period(period: StatementPeriod, queries: Queries = this.database): Promise<{ from: Date; to: Date }> {
    const row = await one<{ from: Date; to: Date }>(
      queries,
      `SELECT date_trunc(:unit, (now.at AT TIME ZONE :zone) - make_interval(months => :months))
        AT TIME ZONE :zone AS from,
              now.at AS to
       FROM (SELECT app_now() AS at) now`,
      { ...periodStarts[period], zone: this.config.STATEMENT_ZONE },
    );
    if (!row) throw new Error('The database returned no row for the period');
    return row;
  }

  /**
   * One page of rows. The row of a job has the time of its settlement. A job without a printed page also has
   * a row, which shows that the held money was returned.
   * @throws Refusal `request.invalid` for a cursor that this service did not issue
   */
  async page(
    { owner, currency, from }: Account,
    options: { limit: number; cursor?: string | undefined; queries?: Queries },
  ): Promise<{ rows: StatementRow[]; cursor?: string }> {
    const { limit, cursor, queries = this.database } = options;
    const rows = await all<Row>(
      queries,
      `SELECT page.*, (extract(epoch FROM page.at) * 1000000)::bigint AS micros,
        coalesce(page.name, j.file_name) AS file_name
       FROM (
         (SELECT ${jobRows} FROM jobs j
          WHERE j.owner_id = :owner AND j.currency = :currency AND j.settled_at >= :from
            AND (j.settled_at, j.id) < (${cursorTime}, :beforeJob::uuid)
          ORDER BY j.settled_at DESC, j.id DESC LIMIT :most)
         UNION ALL
         (SELECT ${transferRows} FROM transfers t
          WHERE t.kind <> 'hold' AND t.created_at >= :from
            AND t.wallet_id = (SELECT id FROM ledger_accounts
              WHERE kind = 'wallet' AND owner_id = :owner AND currency = :currency)
            AND (t.created_at, t.id) < (${cursorTime}, :beforeTransfer::bigint)
          ORDER BY t.created_at DESC, t.id DESC LIMIT :most)
       ) page LEFT JOIN jobs j ON j.id = page.of_job
       ORDER BY page.at DESC, page.transfer_id DESC NULLS LAST, page.job_id DESC LIMIT :most`,
      { owner, currency, from, ...rowAfter(cursor), most: limit + 1 },
    );
    const pageRows = rows.slice(0, limit);
    const last = rows.length > limit ? pageRows.at(-1) : undefined;
    return {
      rows: pageRows.map((row) => rowOf(row, currency)),
      ...(last && { cursor: cursorAfter(last) }),
    };
  }
}

function rowOf(row: Row, currency: Currency): StatementRow {
  const { jobId, transferId, kind, fileName, at, pages, colorPages, backPages, backMinor, numbers, payment } =
    row;
  const { type, text } =
    jobId === null ? wordsOf(kind, fileName) : { type: 'Print' as const, text: fileName ?? '' };
  return {
    id: jobId ?? `t${transferId ?? ''}`,
    at,
    type,
    // The contract calls the text of a row `fileName`, also when the row has no file.
    fileName: text,
    pages,
    colorPages,
    amount: money(row.amountMinor, currency),
    ...(numbers !== null && { which: pageRanges(numbers) }),
    ...(backPages > 0 && { cameBack: { pages: backPages, amount: money(backMinor, currency) } }),
    ...(payment !== null && { payment }),
  };
}
