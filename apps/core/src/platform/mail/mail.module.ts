import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { MailService } from './mail.service.js';

/** Outgoing mail: encrypted rows, which commit with the change that they report. */
@Module({ imports: [DatabaseModule], providers: [MailService], exports: [MailService] })
export class MailModule {}
