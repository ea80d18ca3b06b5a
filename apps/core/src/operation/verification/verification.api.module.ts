import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { NightsService } from './nights.service.js';
import { VerificationModule } from './verification.module.js';

/** The nightly check of the ledger. */
@Module({ imports: [DatabaseModule, VerificationModule], providers: [NightsService] })
export class VerificationApiModule {}
