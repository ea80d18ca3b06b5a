import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** What somebody said at a panel was wrong with what a job printed. Nothing of the document, and nothing of the person. */
@Entity('print_reports')
@Unique('print_reports_once', ['jobId', 'fault'])
export class PrintReportEntity {
  /** Given by the box, so that what it tells twice is kept once. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { default: () => 'app_now()' })
  at!: Date;

  @Column('uuid')
  jobId!: string;

  @Column('text')
  fault!: PrintFault;

  @Column('timestamptz', { nullable: true })
  closedAt!: Date | null;

  /** What staff did about it; null while it is open. */
  @Column('text', { nullable: true })
  closedWith!: string | null;
}
