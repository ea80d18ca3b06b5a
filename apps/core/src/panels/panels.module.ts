import { Module } from '@nestjs/common';
import { CodesModule } from '../codes/codes.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { CreditsModule } from '../money/ledger/credits.module.js';
import { SessionsModule } from '../people/sessions/sessions.module.js';
import { AccountsModule } from '../people/sign-in/accounts.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { BudgetsModule } from '../platform/http/network/budgets.module.js';
import { NewsModule } from '../platform/news/news.module.js';
import { OutboxModule } from '../platform/outbox/outbox.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { ListingsService } from './listings.service.js';
import { PairingsService } from './pairings.service.js';
import { PanelPicturesService } from './panel-pictures.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { QuotesService } from './quotes.service.js';
import { ReleasesService } from './releases.service.js';
import { SecuredPanelsService } from './secured-panels.service.js';

/** The panel at a printer: sessions, pairing by QR code, the list of documents with prices, and releases. */
@Module({
  imports: [
    AccountsModule,
    BudgetsModule,
    CodesModule,
    CreditsModule,
    DatabaseModule,
    DocumentsModule,
    NewsModule,
    OutboxModule,
    SessionsModule,
    SitesModule,
  ],
  providers: [
    PairingsService,
    PanelSessionsService,
    PanelPicturesService,
    QuotesService,
    ListingsService,
    ReleasesService,
    SecuredPanelsService,
  ],
  exports: [PairingsService, PanelSessionsService, PanelPicturesService, ListingsService, ReleasesService],
})
export class PanelsModule {}
