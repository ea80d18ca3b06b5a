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

  /** The keyed hash of the code, which is shown once and stored nowhere. */
  @Column('bytea', { unique: true })
  codeHash!: Buffer;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  /** The box that used it; null while nobody has. */
  @ForeignKey(() => AgentEntity)
  @Column('uuid', { nullable: true })
  agentId!: string | null;
}
