import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** Who has said that an address is a person's: a code that was mailed to it, a provider, or staff. */
export type ProvenBy = 'code' | 'google' | 'microsoft' | 'apple' | 'operator';

/**
 * An e-mail address of a person. Only what was proven stands here, so that nobody can reserve an address of somebody
 * else, and whoever asks this table (sign-in, reset, balances, print by mail) need not ask for the proof.
 */
@Entity('addresses')
export class AddressEntity {
  /** As `asAddress` writes it. */
  @PrimaryColumn('text')
  address!: string;

  @ForeignKey(() => UserEntity, { onDelete: 'CASCADE' })
  @Index('addresses_user')
  @Column('uuid')
  userId!: string;

  @Column('timestamptz', { default: () => 'app_now()' })
  provenAt!: Date;

  @Column('text')
  provenBy!: ProvenBy;

  /** The one that the person is shown as, and written to; everybody has exactly one. */
  @Column('boolean')
  isPrimary!: boolean;

  /** Since then mail to it is refused for good. */
  @Column('timestamptz', { nullable: true })
  undeliverableAt!: Date | null;

  /** The person removed it: until then it counts as before, so that a thief cannot take it away at once. */
  @Index('addresses_leaving', { where: 'leaving_at IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  leavingAt!: Date | null;
}
