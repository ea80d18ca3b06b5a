import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { AuditService } from './audit.service.js';

/** Who has done what to whom, and why. */
@Module({ imports: [DatabaseModule, PersonalDataModule], providers: [AuditService], exports: [AuditService] })
export class AuditModule {}
