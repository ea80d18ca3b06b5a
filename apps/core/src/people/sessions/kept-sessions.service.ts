import { Injectable } from '@nestjs/common';
import { all } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';

/** What sessions tell of a person. They are ended by whoever closes the account. */
@Injectable()
export class KeptSessionsService {
  constructor(personalData: PersonalDataService) {
    personalData.keptBy({
      name: 'sessions',
      tell: (queries, userId) =>
        all(
          queries,
          `SELECT device, created_at, last_seen_at, expires_at FROM sessions
           WHERE user_id = :userId ORDER BY created_at`,
          { userId },
        ),
    });
  }
}
