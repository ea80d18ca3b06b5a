import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person with an account. Their e-mail addresses are rows of `addresses`. */
@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** argon2id in its standard text form. Null when the person has no password. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;

  /** The time of locking. While it is set, the person cannot sign in and none of their sessions is valid. */
  @Column('timestamptz', { nullable: true })
  lockedAt!: Date | null;

  /**
   * The keyed hash of the network from which the account was made; null when staff made it, and for people
   * who have left.
   */
  @Column('bytea', { nullable: true })
  joinedNetwork!: Buffer | null;

  /**
   * The time of erasure. From then on the row is a pseudonym for jobs and the ledger, without data that
   * identifies the person.
   */
  @Column('timestamptz', { nullable: true })
  erasedAt!: Date | null;
}
