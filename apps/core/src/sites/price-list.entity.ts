import type { Currency } from '@sixpence/contracts/currencies';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SiteEntity } from './site.entity.js';

/**
 * The price of a page at a site, in minor units of the site's currency. A price list never changes; a newer
 * one replaces it. So every past charge can be explained.
 */
@Entity('price_lists')
@ForeignKey(() => SiteEntity, ['siteId', 'currency'], ['id', 'currency'])
@Index('price_lists_current', ['siteId', 'validFrom'])
export class PriceListEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  siteId!: string;

  @Column('text')
  currency!: Currency;

  /** The list is valid from this moment until a newer list is. */
  @Column('timestamptz')
  validFrom!: Date;

  @Column('int')
  monoOneSidedMinor!: number;

  /** Per page, not per sheet, as are all four prices. */
  @Column('int')
  monoTwoSidedMinor!: number;

  @Column('int')
  colorOneSidedMinor!: number;

  @Column('int')
  colorTwoSidedMinor!: number;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
