import { Module } from '@nestjs/common';
import { CreditsModule } from '../../money/ledger/credits.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { DocumentsModule } from '../documents.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { SitesModule } from '../../sites/sites.module.js';
import { AnswersService } from './answers.service.js';
import { IntakeController } from './intake.controller.js';
import { IntakeModule } from './intake.module.js';

/** The calls of the intake, the print address, and the answers to mails. */
@Module({
  imports: [IntakeModule, CreditsModule, DatabaseModule, DocumentsModule, MailModule, SitesModule],
  controllers: [IntakeController],
  providers: [AnswersService],
})
export class IntakeApiModule {}
