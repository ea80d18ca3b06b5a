import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A signed-in browser of a person. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The keyed hash of the token. The token itself is stored nowhere. */
  @Column('bytea', { unique: true })
  tokenHash!: Buffer;

  /** The `id` in `users`. Sessions are deleted with their person. */
  @Index('sessions_user')
  @Column('uuid')
  userId!: string;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;

  /**
   * Browser and system, as `deviceInWords` names them; null before the first request, and when the header
   * names neither.
   */
  @Column('text', { nullable: true })
  device!: string | null;

  /** Precise to `lifeSeconds.sessionSight`; null before the first request after signing in. */
  @Column('timestamptz', { nullable: true })
  lastSeenAt!: Date | null;

  @Index('sessions_expiry')
  @Column('timestamptz')
  expiresAt!: Date;
}
