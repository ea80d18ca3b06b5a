import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseModule } from '../database/database.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { ReleaseModule } from '../release/release.module.js';
import { PrintReportEntity } from './print-report.entity.js';
import { PrintReportList } from './print-report-list.query.js';
import { PrintReportsService } from './print-reports.service.js';

/** What people say at panels was wrong with what came out. */
@Module({
  imports: [DatabaseModule, PersonalDataModule, ReleaseModule, TypeOrmModule.forFeature([PrintReportEntity])],
  providers: [PrintReportsService, PrintReportList],
  exports: [PrintReportsService, PrintReportList],
})
export class PrintReportsModule {}
