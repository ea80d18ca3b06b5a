import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { MailService } from './mail.service.js';

/** Outgoing mail: sealed rows that commit with the change they tell of. */
@Module({ imports: [DatabaseModule], providers: [MailService], exports: [MailService] })
export class MailModule {}
