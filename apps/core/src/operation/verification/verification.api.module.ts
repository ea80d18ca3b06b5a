import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { NightlyAuditService } from './nightly-audit.service.js';
import { VerificationModule } from './verification.module.js';

/** The nightly check of the ledger. */
@Module({ imports: [DatabaseModule, VerificationModule], providers: [NightlyAuditService] })
export class VerificationApiModule {}
