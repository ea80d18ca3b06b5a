import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/credits.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SitesModule } from '../sites/sites.module.js';
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
