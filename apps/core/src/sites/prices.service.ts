import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { money } from '@sixpence/money/money';
import { DataSource, type Repository } from 'typeorm';
import { one, type Queries } from '../platform/database/sql.js';
import { PriceListEntity } from './price-list.entity.js';
import type { PriceList } from './price.js';

/** A price list and the moment from which it is valid. */
export interface DatedPriceList extends PriceList {
  validFrom: Date;
}

/** The price lists of sites. A list never changes; a later one replaces it from its date. */
@Injectable()
export class PricesService {
  constructor(
    private readonly database: DataSource,
    @InjectRepository(PriceListEntity) private readonly lists: Repository<PriceListEntity>,
  ) {}

  /** The list that is valid now; undefined while the site has none. */
  async current(siteId: string, queries: Queries = this.database): Promise<PriceList | undefined> {
    const row = await one<PriceListEntity>(
      queries,
      `SELECT * FROM price_lists WHERE site_id = :siteId AND valid_from <= app_now()
       ORDER BY valid_from DESC, created_at DESC LIMIT 1`,
      { siteId },
    );
    return row && toPriceList(row);
  }

  /** Adds a list that is valid from `validFrom`, or from now. The amounts are in the site's currency. */
  async set(siteId: string, list: PriceList, validFrom?: Date): Promise<void> {
    const { mono, color } = list;
    await this.lists.insert({
      siteId,
      currency: mono['1-Sided'].currency,
      validFrom: validFrom ?? (() => 'app_now()'),
      monoOneSidedMinor: mono['1-Sided'].minor,
      monoTwoSidedMinor: mono['2-Sided'].minor,
      colorOneSidedMinor: color['1-Sided'].minor,
      colorTwoSidedMinor: color['2-Sided'].minor,
    });
  }

  /** All lists of a site, newest first. */
  async history(siteId: string): Promise<DatedPriceList[]> {
    const rows = await this.lists.find({
      where: { siteId },
      order: { validFrom: 'DESC', createdAt: 'DESC' },
    });
    return rows.map((row) => ({ ...toPriceList(row), validFrom: row.validFrom }));
  }
}

function toPriceList(row: PriceListEntity): PriceList {
  const amount = (minor: number) => money(minor, row.currency);
  return {
    mono: { '1-Sided': amount(row.monoOneSidedMinor), '2-Sided': amount(row.monoTwoSidedMinor) },
    color: { '1-Sided': amount(row.colorOneSidedMinor), '2-Sided': amount(row.colorTwoSidedMinor) },
  };
}
