import { Injectable } from '@nestjs/common';
import { all } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';

/** Exports a person's sessions. Closing the account ends them, so there is nothing else to delete. */
@Injectable()
export class SessionExportService {
  constructor(personalData: PersonalDataService) {
    personalData.register({
      name: 'sessions',
      exportOf: (queries, userId) =>
        all(
          queries,
          `SELECT device, created_at, last_seen_at, expires_at FROM sessions
           WHERE user_id = :userId ORDER BY created_at`,
          { userId },
        ),
    });
  }
}
