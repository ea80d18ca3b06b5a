import { Module } from '@nestjs/common';
import { CreditsModule } from '../../money/ledger/credits.module.js';
import { JobsModule } from '../../jobs/jobs.module.js';
import { StatementModule } from '../../money/statement/statement.module.js';
import { VerificationService } from './verification.service.js';

/** Checks that payments, holds, and printed pages add up. */
@Module({
  imports: [CreditsModule, JobsModule, StatementModule],
  providers: [VerificationService],
  exports: [VerificationService],
})
export class VerificationModule {}
