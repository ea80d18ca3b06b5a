import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountPageApiModule } from './people/account-page/account-page.api.module.js';
import { AccountsApiModule } from './people/sign-in/accounts.api.module.js';
import type { CoreConfig } from './platform/process/config.js';
import { ConfigModule } from './platform/process/config.module.js';
import { CreditsApiModule } from './money/ledger/credits.api.module.js';
import { DocumentsApiModule } from './documents/documents.api.module.js';
import { EnquiriesApiModule } from './help/enquiries/enquiries.api.module.js';
import { GatewayApiModule } from './gateway/gateway.api.module.js';
import { HelpApiModule } from './help/articles/help.api.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { RoundsService } from './platform/process/rounds.service.js';
import { IntakeApiModule } from './documents/intake/intake.api.module.js';
import { LeavingApiModule } from './leaving/leaving.api.module.js';
import { LegacyBalancesApiModule } from './money/legacy-balances/legacy-balances.api.module.js';
import { NearbyApiModule } from './nearby/nearby.api.module.js';
import { MailApiModule } from './platform/mail/mail.api.module.js';
import { OperationApiModule } from './operation/health/operation.api.module.js';
import { OutboxApiModule } from './platform/outbox/outbox.api.module.js';
import { PaymentsApiModule } from './money/payments/payments.api.module.js';
import { PreparationApiModule } from './documents/preparation/preparation.api.module.js';
import { ProvidersApiModule } from './people/providers/providers.api.module.js';
import { RefundsApiModule } from './money/refunds/refunds.api.module.js';
import { CodesApiModule } from './codes/codes.api.module.js';
import { PanelsApiModule } from './panels/panels.api.module.js';
import { RemovalApiModule } from './documents/removal/removal.api.module.js';
import { SessionsApiModule } from './people/sessions/sessions.api.module.js';
import { SitesApiModule } from './sites/sites.api.module.js';
import { StatementApiModule } from './money/statement/statement.api.module.js';
import { StorageApiModule } from './documents/storage/storage.api.module.js';
import { VerificationApiModule } from './operation/verification/verification.api.module.js';
import { WalletsApiModule } from './money/wallets/wallets.api.module.js';

/**
 * Imports the entry points of every feature. A feature's `x.module.ts` holds its services, which other
 * features and the operator import. Its `x.api.module.ts` adds its entry points: controllers, sockets,
 * consumers. `RoundsService` runs the recurring tasks of all features.
 */
@Module({
  imports: [
    DiscoveryModule,
    // Guards run in the order of these two modules: a call waits for a slot of the person of its session.
    SessionsApiModule,
    HttpModule,
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
    NearbyApiModule,
    EnquiriesApiModule,
    HelpApiModule,
    SitesApiModule,
    CodesApiModule,
    PanelsApiModule,
    GatewayApiModule,
    MailApiModule,
    OutboxApiModule,
    OperationApiModule,
    VerificationApiModule,
  ],
  providers: [RoundsService],
})
export class AppModule {
  static with(config: CoreConfig): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(config)] };
  }
}
