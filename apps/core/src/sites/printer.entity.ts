import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { PrinterState } from '@sixpence/contracts/printing/printer-states';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { AgentEntity } from './agent.entity.js';
import { SiteEntity } from './site.entity.js';

/** A printer: its settings by operators, and its last report. */
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

  /** Its address for the box: `ipp://…` or `ipps://…`. */
  @Column('text')
  uri!: string;

  /** The meaning of its count of a job's pages; the settlement table depends on it. */
  @Column('text', { default: 'impressions' })
  counting!: Counting;

  /** Null until the printer has reported, like `color` and `duplex`. */
  @Column('text', { nullable: true })
  state!: PrinterState | null;

  /** IPP's `printer-state-reasons`, such as `media-empty`. */
  @Column('text', { array: true, default: [] })
  reasons!: string[];

  /** False while the printer accepts no jobs. */
  @Column('boolean', { default: true })
  accepting!: boolean;

  @Column('boolean', { nullable: true })
  color!: boolean | null;

  @Column('boolean', { nullable: true })
  duplex!: boolean | null;

  /** The media types that it accepts. */
  @Column('text', { array: true, default: [] })
  formats!: string[];

  @Column('text', { default: '' })
  makeAndModel!: string;

  @Column('timestamptz', { nullable: true })
  reportedAt!: Date | null;

  /** When it last became unusable, and when it last became usable again; null before that. */
  @Column('timestamptz', { nullable: true })
  troubledAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  backAt!: Date | null;

  /** The current round of pairings. A device that was paired in an earlier round may not show the panel. */
  @Column('int', { default: () => '0' })
  pairingRound!: number;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
