import { Inject, Injectable } from '@nestjs/common';
import type { StatementPeriod } from '@sixpence/contracts/http/statement';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { secondIn } from '@sixpence/paper/dates';
import { drawPaper } from '@sixpence/paper/draw-paper';
import type { StatementPaper } from '@sixpence/paper/papers';
import { statementCsv } from '@sixpence/paper/statement';
import { DataSource, type EntityManager } from 'typeorm';
import { PeopleService } from '../../people/users/people.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { BalanceAt } from './views/balance-at.query.js';
import { ContainedVatQuery } from './views/contained-vat.query.js';
import { FileQueue } from './file-queue.service.js';
import { sellerOf } from './seller.js';
import { StatementRows, type Account, type StatementRow } from './views/statement-rows.query.js';

const rowsAtOnce = 1_000;
/** The most rows of a statement in each format. A PDF takes long to draw, so its limit is lower. */
const mostRows = { pdf: 1_000, csv: 100_000 } as const;

export type StatementFormat = keyof typeof mostRows;

/** A file that is ready to send. */
export interface Paper {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Makes statements as files, for people and their accountants. */
@Injectable()
export class StatementPapersService {
  constructor(
    private readonly database: DataSource,
    private readonly rows: StatementRows,
    private readonly balances: BalanceAt,
    private readonly vat: ContainedVatQuery,
    private readonly people: PeopleService,
    private readonly queue: FileQueue,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** @throws Refusal `request.invalid` when there are more rows than the format allows; `request.too-many` */
  file(
    { network, ...request }: { owner: string; network: string; period: StatementPeriod; currency: Currency },
    format: StatementFormat,
  ): Promise<Paper> {
    return this.queue.inTurn({ ownerId: request.owner, network }, () => this.makeFile(request, format));
  }

  private async makeFile(
    request: { owner: string; period: StatementPeriod; currency: Currency },
    format: StatementFormat,
  ): Promise<Paper> {
    const statement = await this.statement({ ...request, most: mostRows[format] });
    const { from, to, zone } = statement;
    const [first, last] = [from, to].map((at) => secondIn(zone, at).slice(0, 'yyyy-mm-dd'.length));
    const name = `sixpence-statement-${request.currency}-${first}-to-${last}.${format}`;
    return format === 'csv'
      ? { name, type: 'text/csv; charset=utf-8', bytes: await statementCsv(statement) }
      : { name, type: 'application/pdf', bytes: await drawPaper({ statement }) };
  }

  /**
   * Reads the whole statement in one snapshot.
   * @throws Refusal `request.invalid` when there are more than `most` rows
   */
  async statement(request: {
    owner: string;
    period: StatementPeriod;
    currency: Currency;
    most?: number;
  }): Promise<StatementPaper & { lines: readonly StatementRow[] }> {
    const { owner, period, currency, most = mostRows.csv } = request;
    const [address] = await this.people.addressesOf(owner);
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const { from, to } = await this.rows.period(period, tx);
      const account = { owner, currency, from };
      const lines = await this.allRows(tx, account, most);
      return {
        seller: sellerOf(this.config),
        holder: address?.address ?? '',
        zone: this.config.STATEMENT_ZONE,
        from,
        to,
        lines,
        ...(await this.balances.balancesOf(tx, account)),
        vat: await this.vat.vatOf(tx, account),
      };
    });
  }

  private async allRows(tx: EntityManager, account: Account, most: number): Promise<StatementRow[]> {
    const rows: StatementRow[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.rows.page(account, { limit: rowsAtOnce, cursor, queries: tx });
      rows.push(...page.rows);
      if (rows.length > most) {
        throw new Refusal(
          'request.invalid',
          `There are more than ${most} transactions. Choose a shorter period, or CSV.`,
        );
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
    return rows;
  }
}
