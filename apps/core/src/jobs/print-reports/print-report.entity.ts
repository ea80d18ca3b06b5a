import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A person's report at a panel about a printed job. It holds nothing of the document or the person. */
@Entity('print_reports')
@Unique('print_reports_once', ['jobId', 'fault'])
export class PrintReportEntity {
  /** The box chooses the id, so that a repeated report is stored once. */
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

  /** What staff did about it; null while the report is open. */
  @Column('text', { nullable: true })
  closedWith!: string | null;
}
