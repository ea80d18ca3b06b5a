import { Module } from '@nestjs/common';
import { SessionExportService } from './session-export.service.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { SessionsService } from './sessions.service.js';
import { ValidSessions } from './views/valid-sessions.query.js';

/** Opaque sessions, and the person behind a session's cookie. */
@Module({
  imports: [DatabaseModule, PersonalDataModule],
  providers: [SessionExportService, SessionsService, ValidSessions],
  exports: [SessionsService],
})
export class SessionsModule {}
