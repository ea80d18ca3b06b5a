import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ConfigModule } from '../config.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { ReleaseModule } from '../release/release.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { AgentRequestsService } from './agent-requests.service.js';
import { AgentsGateway } from './agents.gateway.js';
import { JobDocumentController } from './job-document.controller.js';
import { LiveNewsService } from './live-news.service.js';
import { LiveGateway } from './live.gateway.js';
import { UpgradesService } from './upgrades.service.js';

/** The two WebSockets: agents at sites (`/gateway`) and browsers (`/live`), and the documents agents take. */
@Module({
  imports: [
    ConfigModule,
    OutboxModule,
    AccountsModule,
    CreditsModule,
    DocumentsModule,
    SitesModule,
    ReleaseModule,
    StorageModule,
  ],
  controllers: [JobDocumentController],
  providers: [UpgradesService, AgentRequestsService, AgentsGateway, LiveNewsService, LiveGateway],
})
export class GatewayModule {}
