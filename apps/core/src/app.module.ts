import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { CreditsModule } from './credits/credits.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { HttpModule } from './http/http.module.js';
import { ReleaseModule } from './release/release.module.js';
import { SitesModule } from './sites/sites.module.js';

/** Core's table of contents: one module per feature. */
@Module({
  imports: [
    HttpModule,
    AccountsModule,
    DocumentsModule,
    CreditsModule,
    SitesModule,
    ReleaseModule,
    GatewayModule,
  ],
})
export class AppModule {}
