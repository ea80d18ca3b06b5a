import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/sign-in/accounts.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { DocumentsModule } from '../documents.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { MailChoicesService } from './mail-choices.service.js';
import { MailsService } from './mails.service.js';

/** Core's part of print by mail: checks who may send, and adds all documents of a mail or none. */
@Module({
  imports: [
    AccountsModule,
    BudgetsModule,
    DatabaseModule,
    DocumentsModule,
    PersonalDataModule,
    StorageModule,
  ],
  providers: [MailChoicesService, MailsService],
  exports: [MailChoicesService, MailsService],
})
export class IntakeModule {}
