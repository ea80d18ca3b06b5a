import { Module } from '@nestjs/common';
import { NewcomersService } from './newcomers.service.js';
import { ReauthenticationService } from '../passwords/reauthentication.service.js';
import { LockedAccountsService } from '../users/locked-accounts.service.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { EmailCodesModule } from '../email-codes/email-codes.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountListeners } from '../users/account-listeners.service.js';
import { AccountQuestionsService } from '../users/account-questions.service.js';
import { AccountsService } from './accounts.service.js';
import { AddressChangesService } from '../users/address-changes.service.js';
import { AttemptsService } from '../passwords/attempts.service.js';
import { PasswordChangeService } from '../passwords/password-change.service.js';
import { PasswordResetService } from '../passwords/password-reset.service.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { PeopleService } from '../users/people.service.js';
import { SecurityMailsService } from '../users/security-mails.service.js';
import { SignUpService } from './sign-up.service.js';
import { SignInMethodsService } from '../users/sign-in-methods.service.js';

/** Accounts: addresses, passwords, sign-up, sign-in, reset, and the budgets for guessing. */
@Module({
  imports: [BudgetsModule, DatabaseModule, EmailCodesModule, MailModule, PersonalDataModule, SessionsModule],
  providers: [
    AccountListeners,
    AccountQuestionsService,
    AccountsService,
    AddressChangesService,
    AttemptsService,
    PasswordChangeService,
    LockedAccountsService,
    NewcomersService,
    ReauthenticationService,
    PasswordResetService,
    PasswordsService,
    PeopleService,
    SecurityMailsService,
    SignUpService,
    SignInMethodsService,
  ],
  exports: [
    AccountListeners,
    AccountQuestionsService,
    AccountsService,
    AddressChangesService,
    PasswordChangeService,
    LockedAccountsService,
    NewcomersService,
    ReauthenticationService,
    PasswordResetService,
    PeopleService,
    SecurityMailsService,
    SignUpService,
    SignInMethodsService,
  ],
})
export class AccountsModule {}
