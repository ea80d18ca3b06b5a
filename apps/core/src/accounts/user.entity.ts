import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A person with an account. */
@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** In lower case, because sign-in compares without case; at most 254 characters. */
  @Index('users_email', { unique: true })
  @Column('text')
  email!: string;

  /** argon2id in its own notation. Null when the person has no password and signs in elsewhere. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;

  /** Since then the person cannot sign in, and no session of theirs is valid. */
  @Column('timestamptz', { nullable: true })
  lockedAt!: Date | null;
}
