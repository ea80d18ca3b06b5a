import { Module } from '@nestjs/common';
import { OldPrintReportsService } from './old-print-reports.service.js';
import { PrintReportsModule } from './print-reports.module.js';

/** The timer that deletes old reports; the service runs it, the operator does not. */
@Module({ imports: [PrintReportsModule], providers: [OldPrintReportsService] })
export class PrintReportsApiModule {}
