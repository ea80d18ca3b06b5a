import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { JobsModule } from '../jobs.module.js';
import { PrintReportList } from '../views/print-report-list.query.js';
import { PrintReportsService } from './print-reports.service.js';

/** People's reports at panels about wrong prints. */
@Module({
  imports: [DatabaseModule, JobsModule, PersonalDataModule],
  providers: [PrintReportsService, PrintReportList],
  exports: [PrintReportsService, PrintReportList],
})
export class PrintReportsModule {}
