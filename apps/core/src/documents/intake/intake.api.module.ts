import { Module } from '@nestjs/common';
import { CreditsModule } from '../../money/ledger/credits.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { DocumentsModule } from '../documents.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { SitesModule } from '../../sites/sites.module.js';
import { AnswersService } from './answers.service.js';
import { IntakeController } from './intake.controller.js';
import { IntakeModule } from './intake.module.js';

/**
 * The HTTP calls that the intake process makes, the site's calls about print by mail, and the answers to
 * mails.
 */
@Module({
  imports: [IntakeModule, CreditsModule, DatabaseModule, DocumentsModule, MailModule, SitesModule],
  controllers: [IntakeController],
  providers: [AnswersService],
})
export class IntakeApiModule {}
