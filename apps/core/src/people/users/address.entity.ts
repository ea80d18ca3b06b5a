import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** How an address was proven: by a mailed code, by a provider, or by staff. */
export type ProvenBy = 'code' | 'google' | 'microsoft' | 'apple' | 'operator';

/**
 * A proven e-mail address of a person. The table holds no others: so no person can reserve another person's
 * address, and code that reads the table (sign-in, reset, balances, print by mail) need not check the proof.
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

  /** The address that the person is shown as and written to. Each person has exactly one. */
  @Column('boolean')
  isPrimary!: boolean;

  /** The time from which a mail server refuses mail to this address for good. */
  @Column('timestamptz', { nullable: true })
  undeliverableAt!: Date | null;

  /**
   * The time at which the address is deleted, because the person removed it. Until then it counts as before,
   * so a thief cannot take it away at once.
   */
  @Index('addresses_leaving', { where: 'leaving_at IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  leavingAt!: Date | null;
}
