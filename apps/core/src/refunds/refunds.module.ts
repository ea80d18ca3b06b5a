import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { CardRefundsService } from './card-refunds.service.js';
import { DisputesService } from './disputes.service.js';
import { KeptRefundsService } from './kept-refunds.service.js';
import { OwnRefunds } from './own-refunds.query.js';
import { ProviderNews } from './provider-news.service.js';
import { RefundsService } from './refunds.service.js';

/** Money that goes back to cards, and money that banks take back. */
@Module({
  imports: [AuditModule, CreditsModule, DatabaseModule, PaymentsModule, PersonalDataModule],
  providers: [
    CardRefundsService,
    DisputesService,
    KeptRefundsService,
    OwnRefunds,
    ProviderNews,
    RefundsService,
  ],
  exports: [CardRefundsService, DisputesService, OwnRefunds, RefundsService],
})
export class RefundsModule {}
