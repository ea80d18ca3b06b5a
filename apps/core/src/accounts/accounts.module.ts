import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseModule } from '../database/database.module.js';
import { BudgetsModule } from '../http/budgets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountQuestionsService } from './account-questions.service.js';
import { AccountsService } from './accounts.service.js';
import { AddressEntity } from './address.entity.js';
import { AttemptsService } from './attempts.service.js';
import { PasswordsService } from './passwords.service.js';
import { PeopleService } from './people.service.js';
import { UserEntity } from './user.entity.js';

/** Who a person is: e-mail, password, and the budgets for guessing them. */
@Module({
  imports: [
    BudgetsModule,
    DatabaseModule,
    TypeOrmModule.forFeature([AddressEntity, UserEntity]),
    SessionsModule,
  ],
  providers: [AccountsService, AccountQuestionsService, AttemptsService, PasswordsService, PeopleService],
  exports: [AccountsService],
})
export class AccountsModule {}
