import type { Currency } from '@sixpence/contracts/currencies';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SiteEntity } from './site.entity.js';

/**
 * What a page costs at a site, in minor units of the site's currency. A list is never changed: a new one begins, so
 * that what somebody was charged can always be looked up.
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

  /** From then on it holds, until the next one does. */
  @Column('timestamptz')
  validFrom!: Date;

  @Column('int')
  monoOneSidedMinor!: number;

  /** Per page, not per sheet, as are all four. */
  @Column('int')
  monoTwoSidedMinor!: number;

  @Column('int')
  colorOneSidedMinor!: number;

  @Column('int')
  colorTwoSidedMinor!: number;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
