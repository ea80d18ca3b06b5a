import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Runs sites: a school, a library, a company. Operators identify it by its name. */
@Entity('organisations')
export class OrganisationEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text', { unique: true })
  name!: string;

  /** `self`: people may refund top-ups to their cards without staff. */
  @Column('text', { default: 'staff' })
  refunds!: 'self' | 'staff';

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
