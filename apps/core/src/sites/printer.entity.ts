import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { PrinterState } from '@sixpence/contracts/printing/printer-states';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { AgentEntity } from './agent.entity.js';
import { SiteEntity } from './site.entity.js';

/** A printer: what operators say of it, and what it last reported of itself. */
@Entity('printers')
@Unique(['siteId', 'slug'])
export class PrinterEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => SiteEntity)
  @Column('uuid')
  siteId!: string;

  /** The box that drives it; null until the site has one. */
  @ForeignKey(() => AgentEntity)
  @Index('printers_agent')
  @Column('uuid', { nullable: true })
  agentId!: string | null;

  /** Its name in addresses: small letters, digits, and hyphens, at most 60. */
  @Column('text')
  slug!: string;

  /** Its name for people. */
  @Column('text')
  name!: string;

  /** Where the box finds it: `ipp://…` or `ipps://…`. */
  @Column('text')
  uri!: string;

  /** What its count of a job means; the settlement table depends on it. */
  @Column('text', { default: 'impressions' })
  counting!: Counting;

  /** Null until the printer has reported, as are `color` and `duplex`. */
  @Column('text', { nullable: true })
  state!: PrinterState | null;

  /** IPP's `printer-state-reasons`, such as `media-empty`. */
  @Column('text', { array: true, default: [] })
  reasons!: string[];

  /** False while the printer takes no jobs. */
  @Column('boolean', { default: true })
  accepting!: boolean;

  @Column('boolean', { nullable: true })
  color!: boolean | null;

  @Column('boolean', { nullable: true })
  duplex!: boolean | null;

  /** Media types that it takes. */
  @Column('text', { array: true, default: [] })
  formats!: string[];

  @Column('text', { default: '' })
  makeAndModel!: string;

  @Column('timestamptz', { nullable: true })
  reportedAt!: Date | null;

  /** When it last stopped taking jobs, and when it last took them again; null until it did. */
  @Column('timestamptz', { nullable: true })
  troubledAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  backAt!: Date | null;

  /** Devices that were paired with its panel in an earlier round may not show it any more. */
  @Column('int', { default: () => '0' })
  pairingRound!: number;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
