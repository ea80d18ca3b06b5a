import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { AgentEntity } from './agent.entity.js';
import { SiteEntity } from './site.entity.js';

/** A one-time code with which one box enrols at a site. */
@Entity('agent_invites')
export class AgentInviteEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @ForeignKey(() => SiteEntity)
  @Column('uuid')
  siteId!: string;

  /** The keyed hash of the code. The code itself is shown once and not stored. */
  @Column('bytea', { unique: true })
  codeHash!: Buffer;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  /** The box that used the invite; null while it is unused. */
  @ForeignKey(() => AgentEntity)
  @Column('uuid', { nullable: true })
  agentId!: string | null;
}
