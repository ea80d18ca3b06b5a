import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/sign-in/accounts.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { CreditsModule } from '../ledger/credits.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { CardRefundsService } from './card-refunds.service.js';
import { DisputesService } from './disputes.service.js';
import { RefundsPersonalDataService } from './refunds-personal-data.service.js';
import { LeaversMoneyQuery } from './views/leavers-money.query.js';
import { LeaversMoneyService } from './leavers-money.service.js';
import { OwnRefunds } from './views/own-refunds.query.js';
import { ProviderDifferences } from './provider-differences.service.js';
import { ProviderLists } from './provider-lists.service.js';
import { ProviderReports } from './provider-reports.service.js';
import { RefundListeners } from './refund-listeners.service.js';
import { RefundMailsService } from './refund-mails.service.js';
import { RefundsService } from './refunds.service.js';

/** Refunds to cards, and disputes of banks. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    CreditsModule,
    DatabaseModule,
    MailModule,
    PaymentsModule,
    PersonalDataModule,
  ],
  providers: [
    CardRefundsService,
    DisputesService,
    RefundsPersonalDataService,
    LeaversMoneyQuery,
    LeaversMoneyService,
    OwnRefunds,
    ProviderDifferences,
    ProviderLists,
    ProviderReports,
    RefundListeners,
    RefundMailsService,
    RefundsService,
  ],
  exports: [
    CardRefundsService,
    DisputesService,
    LeaversMoneyQuery,
    OwnRefunds,
    ProviderLists,
    RefundListeners,
    RefundsService,
  ],
})
export class RefundsModule {}
