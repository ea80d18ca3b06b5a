import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person with an account; their e-mail addresses stand in `addresses`. */
@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** argon2id in its own notation. Null when the person has no password and signs in elsewhere. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;

  /** Since then the person cannot sign in, and no session of theirs is valid. */
  @Column('timestamptz', { nullable: true })
  lockedAt!: Date | null;

  /** The network from which the account was made, as a keyed hash; null where staff made it, and for people who left. */
  @Column('bytea', { nullable: true })
  joinedNetwork!: Buffer | null;

  /** Since then the row is a pseudonym, for jobs and the ledger: nothing leads from it to the person who left. */
  @Column('timestamptz', { nullable: true })
  erasedAt!: Date | null;
}
