import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ConfigModule } from '../config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { AttemptsService } from './attempts.service.js';
import { PasswordsService } from './passwords.service.js';
import { SessionGuard } from './session.guard.js';
import { SessionsService } from './sessions.service.js';

/** Who a person is: e-mail and password, sessions, and the guard that closes every route by default. */
@Module({
  imports: [ConfigModule, DatabaseModule],
  controllers: [AccountsController],
  providers: [
    AccountsService,
    SessionsService,
    PasswordsService,
    AttemptsService,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [AccountsService, SessionsService],
})
export class AccountsModule {}
