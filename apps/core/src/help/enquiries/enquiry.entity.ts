import type { Country, ProductSheet } from '@sixpence/contracts/enquiries';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An enquiry from one of the two forms. Name and address are as typed, not checked. */
@Entity('enquiries')
export class EnquiryEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('enquiries_at')
  @Column('timestamptz', { default: () => 'app_now()' })
  at!: Date;

  /** `contact`: a message. `brochure`: a request for a product sheet. */
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

  /** Only for `contact`, as the next two columns; otherwise null. */
  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('text', { nullable: true })
  detectedCountry!: string | null;

  @Column('text', { nullable: true })
  detectedCity!: string | null;

  /** Only for `brochure`, as the next two columns; otherwise null. */
  @Column('text', { nullable: true })
  company!: string | null;

  @Column('text', { nullable: true })
  productSheet!: ProductSheet | null;

  @Column('text', { nullable: true })
  additionalInfo!: string | null;
}
