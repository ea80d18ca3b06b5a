import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { EmailCodesModule } from '../email-codes/email-codes.module.js';
import { EnquiriesModule } from '../enquiries/enquiries.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { LegacyBalancesModule } from '../legacy-balances/legacy-balances.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { ReleaseModule } from '../release/release.module.js';
import { RemovalModule } from '../removal/removal.module.js';
import { LeavingService } from './leaving.service.js';

/** How people are locked out, take their data along, and leave. Every feature that keeps something of them comes with it. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    CreditsModule,
    DatabaseModule,
    EmailCodesModule,
    EnquiriesModule,
    IntakeModule,
    MailModule,
    LegacyBalancesModule,
    PersonalDataModule,
    ProvidersModule,
    ReleaseModule,
    RemovalModule,
  ],
  providers: [LeavingService],
  exports: [LeavingService],
})
export class LeavingModule {}
