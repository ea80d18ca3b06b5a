import type { Country, ProductSheet } from '@sixpence/contracts/enquiries';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What somebody asked by one of the two forms, and who they said they are: nobody has looked into that. */
@Entity('enquiries')
export class EnquiryEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('enquiries_at')
  @Column('timestamptz', { default: () => 'app_now()' })
  at!: Date;

  /** A message of the contact form, or a request for a product sheet. */
  @Column('text')
  kind!: 'contact' | 'brochure';

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  /** As `asAddress` writes it. */
  @Index('enquiries_email')
  @Column('text')
  email!: string;

  @Column('text')
  country!: Country;

  /** Of a message alone, as are the two below; null otherwise. */
  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('text', { nullable: true })
  detectedCountry!: string | null;

  @Column('text', { nullable: true })
  detectedCity!: string | null;

  /** Of a request for a product sheet alone, as are the two below; null otherwise. */
  @Column('text', { nullable: true })
  company!: string | null;

  @Column('text', { nullable: true })
  productSheet!: ProductSheet | null;

  @Column('text', { nullable: true })
  additionalInfo!: string | null;
}
