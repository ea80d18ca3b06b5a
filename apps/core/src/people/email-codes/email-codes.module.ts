import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { EmailCodesService } from './email-codes.service.js';

/** One-time codes by e-mail. A right code proves that the person reads the mail of an address. */
@Module({
  imports: [BudgetsModule, DatabaseModule, MailModule],
  providers: [EmailCodesService],
  exports: [EmailCodesService],
})
export class EmailCodesModule {}
