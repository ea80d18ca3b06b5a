import type { Currency } from '@sixpence/contracts/currencies';
import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { OrganisationEntity } from './organisation.entity.js';

/** A location with printers, one box, and one valid price list at a time. */
@Entity('sites')
@Unique(['id', 'currency'])
export class SiteEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => OrganisationEntity)
  @Column('uuid')
  organisationId!: string;

  /** Unique among all sites of all organisations, because operators type it. */
  @Column('text', { unique: true })
  name!: string;

  /** Never changes: the site's prices and ledger entries are in it. */
  @Column('text')
  currency!: Currency;

  /** An IANA name, such as `Europe/London`. */
  @Column('text')
  timeZone!: string;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
