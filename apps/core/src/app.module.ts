import { Module, type DynamicModule } from '@nestjs/common';
import { AccountPageApiModule } from './account-page/account-page.api.module.js';
import { AccountsApiModule } from './accounts/accounts.api.module.js';
import type { CoreConfig } from './process/config.js';
import { ConfigModule } from './process/config.module.js';
import { CreditsApiModule } from './credits/credits.api.module.js';
import { DocumentsApiModule } from './documents/documents.api.module.js';
import { EnquiriesApiModule } from './enquiries/enquiries.api.module.js';
import { GatewayApiModule } from './gateway/gateway.api.module.js';
import { HelpApiModule } from './help/help.api.module.js';
import { HttpModule } from './http/http.module.js';
import { IntakeApiModule } from './intake/intake.api.module.js';
import { LeavingApiModule } from './leaving/leaving.api.module.js';
import { LegacyBalancesApiModule } from './legacy-balances/legacy-balances.api.module.js';
import { LocationApiModule } from './location/location.api.module.js';
import { MailApiModule } from './mail/mail.api.module.js';
import { OperationApiModule } from './operation/operation.api.module.js';
import { OutboxApiModule } from './outbox/outbox.api.module.js';
import { PaymentsApiModule } from './payments/payments.api.module.js';
import { PreparationApiModule } from './preparation/preparation.api.module.js';
import { ProvidersApiModule } from './providers/providers.api.module.js';
import { RefundsApiModule } from './refunds/refunds.api.module.js';
import { PrintReportsApiModule } from './print-reports/print-reports.api.module.js';
import { ReleaseApiModule } from './release/release.api.module.js';
import { RemovalApiModule } from './removal/removal.api.module.js';
import { SessionsApiModule } from './sessions/sessions.api.module.js';
import { SitesApiModule } from './sites/sites.api.module.js';
import { StatementApiModule } from './statement/statement.api.module.js';
import { StorageApiModule } from './storage/storage.api.module.js';
import { VerificationApiModule } from './verification/verification.api.module.js';
import { WalletsApiModule } from './wallets/wallets.api.module.js';

/**
 * Core's table of contents: the doors of every feature. A feature's `x.module.ts` holds its services, which other
 * features and the operator import; its `x.api.module.ts` opens it to the world: controllers, sockets, consumers, timers.
 */
@Module({
  imports: [
    HttpModule,
    SessionsApiModule,
    AccountsApiModule,
    AccountPageApiModule,
    ProvidersApiModule,
    DocumentsApiModule,
    PreparationApiModule,
    RemovalApiModule,
    StorageApiModule,
    CreditsApiModule,
    PaymentsApiModule,
    IntakeApiModule,
    RefundsApiModule,
    WalletsApiModule,
    LeavingApiModule,
    LegacyBalancesApiModule,
    StatementApiModule,
    LocationApiModule,
    EnquiriesApiModule,
    PrintReportsApiModule,
    HelpApiModule,
    SitesApiModule,
    ReleaseApiModule,
    GatewayApiModule,
    MailApiModule,
    OutboxApiModule,
    OperationApiModule,
    VerificationApiModule,
  ],
})
export class AppModule {
  static with(config: CoreConfig): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(config)] };
  }
}
