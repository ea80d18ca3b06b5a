import { Module } from '@nestjs/common';
import { CreditsModule } from '../money/ledger/credits.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { BudgetsModule } from '../platform/http/network/budgets.module.js';
import { MessagingModule } from '../platform/news/messaging.module.js';
import { PreparationModule } from '../documents/preparation/preparation.module.js';
import { PrintReportsModule } from '../jobs/print-reports/print-reports.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { NearbyModule } from '../nearby/nearby.module.js';
import { PanelsModule } from '../panels/panels.module.js';
import { SessionsModule } from '../people/sessions/sessions.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { AgentRequestsService } from './agent-requests.service.js';
import { AgentsGateway } from './agents.gateway.js';
import { DocumentPictureController } from './document-picture.controller.js';
import { JobDocumentController } from './job-document.controller.js';
import { LiveNewsService } from './live-news.service.js';
import { LiveGateway } from './live.gateway.js';
import { SiteNewsService } from './site-news.service.js';
import { PanelNewsService } from './panel-news.service.js';

/**
 * The two WebSockets, for agents (`/gateway`) and browsers (`/live`), and the documents and pictures that
 * agents read.
 */
@Module({
  imports: [
    BudgetsModule,
    MessagingModule,
    SessionsModule,
    CreditsModule,
    DocumentsModule,
    SitesModule,
    JobsModule,
    NearbyModule,
    PanelsModule,
    PreparationModule,
    PrintReportsModule,
  ],
  controllers: [JobDocumentController, DocumentPictureController],
  providers: [
    AgentRequestsService,
    AgentsGateway,
    LiveNewsService,
    LiveGateway,
    PanelNewsService,
    SiteNewsService,
  ],
})
export class GatewayApiModule {}
