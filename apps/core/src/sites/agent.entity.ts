import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { SiteEntity } from './site.entity.js';

/** The box at a site that drives its printers. */
@Entity('agents')
export class AgentEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => SiteEntity)
  @Column('uuid')
  siteId!: string;

  @Column('text')
  name!: string;

  /** Ed25519, SPKI DER. The box proves with its other half who it is. */
  @Column('bytea', { unique: true })
  publicKey!: Buffer;

  @Column('timestamptz', { default: () => 'app_now()' })
  enrolledAt!: Date;

  /** When it was known to be connected last, to so much as `lifeSeconds.agentSight`; null before the first time. */
  @Column('timestamptz', { nullable: true })
  seenAt!: Date | null;

  /** What the box said of itself when it was connected last; null before the first time. */
  @Column('text', { nullable: true })
  version!: string | null;

  /** Its number of the contract with core. */
  @Column('integer', { nullable: true })
  contract!: number | null;

  /** Since then it may not connect, for good. */
  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;
}
