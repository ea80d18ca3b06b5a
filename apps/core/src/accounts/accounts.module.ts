import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseModule } from '../database/database.module.js';
import { BudgetsModule } from '../http/budgets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountQuestionsService } from './account-questions.service.js';
import { AccountsService } from './accounts.service.js';
import { AttemptsService } from './attempts.service.js';
import { PasswordsService } from './passwords.service.js';
import { UserEntity } from './user.entity.js';

/** Who a person is: e-mail, password, and the budgets for guessing them. */
@Module({
  imports: [BudgetsModule, DatabaseModule, TypeOrmModule.forFeature([UserEntity]), SessionsModule],
  providers: [AccountsService, AccountQuestionsService, PasswordsService, AttemptsService],
  exports: [AccountsService],
})
export class AccountsModule {}
