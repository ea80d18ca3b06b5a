import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Who runs sites: a school, a library, a company. Operators know it by its name. */
@Entity('organisations')
export class OrganisationEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text', { unique: true })
  name!: string;

  /** Whether people may send money back to their cards by themselves. */
  @Column('text', { default: 'staff' })
  refunds!: 'self' | 'staff';

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
