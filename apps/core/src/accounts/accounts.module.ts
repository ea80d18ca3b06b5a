import { Module } from '@nestjs/common';
import { NewcomersService } from './newcomers.service.js';
import { OwnWordService } from './own-word.service.js';
import { ClosedPeopleService } from './closed-people.service.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseModule } from '../database/database.module.js';
import { EmailCodesModule } from '../email-codes/email-codes.module.js';
import { BudgetsModule } from '../http/budgets.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountListeners } from './account-listeners.service.js';
import { AccountQuestionsService } from './account-questions.service.js';
import { AccountsService } from './accounts.service.js';
import { AddressChangesService } from './address-changes.service.js';
import { AddressEntity } from './address.entity.js';
import { AttemptsService } from './attempts.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordsService } from './passwords.service.js';
import { PeopleService } from './people.service.js';
import { SecurityMailsService } from './security-mails.service.js';
import { SignUpService } from './sign-up.service.js';
import { UserEntity } from './user.entity.js';
import { WaysInService } from './ways-in.service.js';

/** Who a person is: addresses and password, how they join and come back, and the budgets for guessing. */
@Module({
  imports: [
    BudgetsModule,
    DatabaseModule,
    EmailCodesModule,
    MailModule,
    PersonalDataModule,
    SessionsModule,
    TypeOrmModule.forFeature([AddressEntity, UserEntity]),
  ],
  providers: [
    AccountListeners,
    AccountQuestionsService,
    AccountsService,
    AddressChangesService,
    AttemptsService,
    PasswordChangeService,
    ClosedPeopleService,
    NewcomersService,
    OwnWordService,
    PasswordResetService,
    PasswordsService,
    PeopleService,
    SecurityMailsService,
    SignUpService,
    WaysInService,
  ],
  exports: [
    AccountListeners,
    AccountQuestionsService,
    AccountsService,
    AddressChangesService,
    PasswordChangeService,
    ClosedPeopleService,
    NewcomersService,
    OwnWordService,
    PasswordResetService,
    PeopleService,
    SecurityMailsService,
    SignUpService,
    WaysInService,
  ],
})
export class AccountsModule {}
