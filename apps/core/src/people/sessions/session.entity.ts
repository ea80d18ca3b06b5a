import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One browser of one person, signed in. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The keyed hash of the cookie's token, which itself is stored nowhere. */
  @Column('bytea', { unique: true })
  tokenHash!: Buffer;

  /** The person of `users`, whose sessions go with them. */
  @Index('sessions_user')
  @Column('uuid')
  userId!: string;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;

  /** The browser and its system, in words; null until it was seen, or when it says nothing of them. */
  @Column('text', { nullable: true })
  device!: string | null;

  /** Roughly; null until it was seen after the sign-in itself. */
  @Column('timestamptz', { nullable: true })
  lastSeenAt!: Date | null;

  @Index('sessions_expiry')
  @Column('timestamptz')
  expiresAt!: Date;
}
