import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { AuditService } from './audit.service.js';

/** The audit of acts on accounts, money, and organisations. */
@Module({ imports: [DatabaseModule, PersonalDataModule], providers: [AuditService], exports: [AuditService] })
export class AuditModule {}
