import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { CORE_CONFIG } from '../process/config.js';
import { MAIL_TRANSPORT, makeMailTransport } from './mail-transport.js';
import { MailModule } from './mail.module.js';
import { SenderService } from './sender.service.js';

/** The timer that sends posted mail. */
@Module({
  imports: [DatabaseModule, MailModule],
  providers: [
    { provide: MAIL_TRANSPORT, useFactory: makeMailTransport, inject: [CORE_CONFIG] },
    SenderService,
  ],
})
export class MailApiModule {}
