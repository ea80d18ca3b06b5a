import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { HttpModule } from './http/http.module.js';

/** Core's table of contents: one module per feature. */
@Module({ imports: [HttpModule, AccountsModule] })
export class AppModule {}
