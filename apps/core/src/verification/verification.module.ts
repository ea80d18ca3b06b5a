import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/credits.module.js';
import { ReleaseModule } from '../release/release.module.js';
import { StatementModule } from '../statement/statement.module.js';
import { VerificationService } from './verification.service.js';

/** Whether everything that was paid, held, and printed adds up. */
@Module({
  imports: [CreditsModule, ReleaseModule, StatementModule],
  providers: [VerificationService],
  exports: [VerificationService],
})
export class VerificationModule {}
