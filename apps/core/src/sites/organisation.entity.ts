import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Who runs sites: a school, a library, a company. Operators know it by its name. */
@Entity('organisations')
export class OrganisationEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text', { unique: true })
  name!: string;

  @Column('timestamptz', { default: () => 'app_now()' })
  createdAt!: Date;
}
