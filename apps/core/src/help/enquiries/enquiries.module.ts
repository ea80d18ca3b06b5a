import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/sign-in/accounts.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { EnquiriesService } from './enquiries.service.js';
import { EnquiryMetrics } from './enquiry-metrics.service.js';

/** Enquiries from the forms of the site: stored, mailed to staff, and deleted after a year. */
@Module({
  imports: [AccountsModule, BudgetsModule, DatabaseModule, MailModule, PersonalDataModule],
  providers: [EnquiriesService, EnquiryMetrics],
  exports: [EnquiriesService],
})
export class EnquiriesModule {}
