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

  /** Ed25519, SPKI DER. The box signs with the private key to prove its identity. */
  @Column('bytea', { unique: true })
  publicKey!: Buffer;

  @Column('timestamptz', { default: () => 'app_now()' })
  enrolledAt!: Date;

  /**
   * When the box was last known to be connected, exact to `lifeSeconds.agentSight`; null before its first
   * connection.
   */
  @Column('timestamptz', { nullable: true })
  seenAt!: Date | null;

  /** The version that the box sent at its last connection; null before the first one. */
  @Column('text', { nullable: true })
  version!: string | null;

  /** The version of the contract with core that the box speaks. */
  @Column('integer', { nullable: true })
  contract!: number | null;

  /** Since this moment the box may not connect. A revocation is final. */
  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;
}
