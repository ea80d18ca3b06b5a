import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { money } from '@sixpence/money/money';
import { DataSource } from 'typeorm';
import { all, changed, one, type Queries } from '../platform/database/sql.js';
import type { PriceList } from './price.js';

/** A price list and the moment from which it is valid. */
export interface DatedPriceList extends PriceList {
  validFrom: Date;
}

/** The prices of one page face, also in a two-sided print, in minor units of the site's currency. */
interface PriceListRow {
  currency: Currency;
  validFrom: Date;
  monoOneSidedMinor: number;
  monoTwoSidedMinor: number;
  colorOneSidedMinor: number;
  colorTwoSidedMinor: number;
}

/** The columns of `PriceListRow`. */
const columns = `currency, valid_from, mono_one_sided_minor, mono_two_sided_minor, color_one_sided_minor,
  color_two_sided_minor`;

/**
 * The price lists of sites. A list never changes; a later one replaces it from its date. So every past charge
 * can be explained.
 */
@Injectable()
export class PricesService {
  constructor(private readonly database: DataSource) {}

  /** The list that is valid now; undefined while the site has none. */
  async current(siteId: string, queries: Queries = this.database): Promise<PriceList | undefined> {
    const row = await one<PriceListRow>(
      queries,
      `SELECT ${columns} FROM price_lists WHERE site_id = :siteId AND valid_from <= app_now()
       ORDER BY valid_from DESC, created_at DESC LIMIT 1`,
      { siteId },
    );
    return row && toPriceList(row);
  }

  /** Adds a list that is valid from `validFrom`, or from now. The amounts are in the site's currency. */
  async set(siteId: string, list: PriceList, validFrom?: Date): Promise<void> {
    const { mono, color } = list;
    await changed(
      this.database,
      `INSERT INTO price_lists (site_id, currency, valid_from, mono_one_sided_minor, mono_two_sided_minor,
         color_one_sided_minor, color_two_sided_minor)
       VALUES (:siteId, :currency, coalesce(:validFrom, app_now()), :monoOne, :monoTwo, :colorOne,
         :colorTwo)`,
      {
        siteId,
        currency: mono['1-Sided'].currency,
        validFrom: validFrom ?? null,
        monoOne: mono['1-Sided'].minor,
        monoTwo: mono['2-Sided'].minor,
        colorOne: color['1-Sided'].minor,
        colorTwo: color['2-Sided'].minor,
      },
    );
  }

  /** All lists of a site, newest first. */
  async history(siteId: string): Promise<DatedPriceList[]> {
    const rows = await all<PriceListRow>(
      this.database,
      `SELECT ${columns} FROM price_lists WHERE site_id = :siteId ORDER BY valid_from DESC, created_at DESC`,
      { siteId },
    );
    return rows.map((row) => ({ ...toPriceList(row), validFrom: row.validFrom }));
  }
}

function toPriceList(row: PriceListRow): PriceList {
  const amount = (minor: number) => money(minor, row.currency);
  return {
    mono: { '1-Sided': amount(row.monoOneSidedMinor), '2-Sided': amount(row.monoTwoSidedMinor) },
    color: { '1-Sided': amount(row.colorOneSidedMinor), '2-Sided': amount(row.colorTwoSidedMinor) },
  };
}
