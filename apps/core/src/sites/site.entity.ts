import type { Currency } from '@sixpence/contracts/currencies';
import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { OrganisationEntity } from './organisation.entity.js';

/** A place with printers, one box, and one price list at a time. */
@Entity('sites')
@Unique(['id', 'currency'])
export class SiteEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => OrganisationEntity)
  @Column('uuid')
  organisationId!: string;

  /** Unlike any other site's, whatever the organisation: operators type it. */
  @Column('text', { unique: true })
  name!: string;

  /** For good: prices and ledger entries of the site are in it. */
  @Column('text')
  currency!: Currency;

  /** An IANA name, such as `Europe/London`. */
  @Column('text')
  timeZone!: string;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
