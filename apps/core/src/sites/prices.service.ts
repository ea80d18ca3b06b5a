import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/money';
import { money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import type { PriceList } from './price.js';

interface Row {
  currency: Currency;
  valid_from: Date;
  mono_one_sided_minor: number;
  mono_two_sided_minor: number;
  color_one_sided_minor: number;
  color_two_sided_minor: number;
}

/** A price list and the moment from which it holds. */
export interface DatedPriceList extends PriceList {
  validFrom: Date;
}

/** Price lists of sites. One that was set is never changed; a later one takes over from its date. */
@Injectable()
export class PricesService {
  constructor(private readonly database: DataSource) {}

  /** The list that holds now, or undefined while the site has none. */
  async current(
    siteId: string,
    queries: Pick<EntityManager, 'query'> = this.database,
  ): Promise<PriceList | undefined> {
    const [row]: Row[] = await queries.query(
      `SELECT * FROM price_lists WHERE site_id = $1 AND valid_from <= app_now()
       ORDER BY valid_from DESC, created_at DESC LIMIT 1`,
      [siteId],
    );
    return row && toPriceList(row);
  }

  /** `validFrom` is now when it is left out. The amounts are in the site's currency. */
  async set(siteId: string, list: PriceList, validFrom?: Date): Promise<void> {
    const { mono, color } = list;
    await this.database.query(
      `INSERT INTO price_lists (site_id, currency, valid_from, mono_one_sided_minor, mono_two_sided_minor,
                                color_one_sided_minor, color_two_sided_minor)
       VALUES ($1, $2, coalesce($3, app_now()), $4, $5, $6, $7)`,
      [
        siteId,
        mono['1-Sided'].currency,
        validFrom ?? null,
        mono['1-Sided'].minor,
        mono['2-Sided'].minor,
        color['1-Sided'].minor,
        color['2-Sided'].minor,
      ],
    );
  }

  /** All lists of a site, newest first. */
  async history(siteId: string): Promise<DatedPriceList[]> {
    const rows: Row[] = await this.database.query(
      'SELECT * FROM price_lists WHERE site_id = $1 ORDER BY valid_from DESC, created_at DESC',
      [siteId],
    );
    return rows.map((row) => ({ ...toPriceList(row), validFrom: row.valid_from }));
  }
}

function toPriceList(row: Row): PriceList {
  const amount = (minor: number) => money(minor, row.currency);
  return {
    mono: { '1-Sided': amount(row.mono_one_sided_minor), '2-Sided': amount(row.mono_two_sided_minor) },
    color: { '1-Sided': amount(row.color_one_sided_minor), '2-Sided': amount(row.color_two_sided_minor) },
  };
}
