import { Module } from '@nestjs/common';
import { OldPrintReportsService } from './old-print-reports.service.js';
import { PrintReportsModule } from './print-reports.module.js';

/** The end of old reports, which the operator leaves to the service. */
@Module({ imports: [PrintReportsModule], providers: [OldPrintReportsService] })
export class PrintReportsApiModule {}
