import { Module } from '@nestjs/common';
import { AccountsModule } from '../people/sign-in/accounts.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { CreditsModule } from '../money/ledger/credits.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { EmailCodesModule } from '../people/email-codes/email-codes.module.js';
import { EnquiriesModule } from '../help/enquiries/enquiries.module.js';
import { IntakeModule } from '../documents/intake/intake.module.js';
import { LegacyBalancesModule } from '../money/legacy-balances/legacy-balances.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { PersonalDataModule } from '../platform/personal-data/personal-data.module.js';
import { ProvidersModule } from '../people/providers/providers.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { RemovalModule } from '../documents/removal/removal.module.js';
import { LeavingService } from './leaving.service.js';

/**
 * Locks, unlocks, exports, and erases accounts. It imports every feature that stores personal data, so that
 * all of them are registered with `PersonalDataService`.
 */
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
    JobsModule,
    RemovalModule,
  ],
  providers: [LeavingService],
  exports: [LeavingService],
})
export class LeavingModule {}
