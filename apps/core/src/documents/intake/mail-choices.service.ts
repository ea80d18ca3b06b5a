import { Injectable } from '@nestjs/common';
import type { MailChoices } from '@sixpence/contracts/http/intake';
import { DataSource } from 'typeorm';
import { all, changed, one, type Queries } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/personal-data/personal-data.service.js';

const defaultChoices: MailChoices = { takesMail: true, answersMail: true };

/** People's settings of print by mail. Both are on until a person switches them off. */
@Injectable()
export class MailChoicesService {
  constructor(
    private readonly database: DataSource,
    personalData: PersonalDataService,
  ) {
    personalData.register({
      name: 'mailChoices',
      exportOf: (queries, userId) =>
        all(queries, 'SELECT takes_mail, answers_mail FROM mail_choices WHERE user_id = :userId', { userId }),
      forget: async (tx, userId) => {
        await changed(tx, 'DELETE FROM mail_choices WHERE user_id = :userId', { userId });
      },
    });
  }

  async choicesOf(userId: string, queries: Queries = this.database): Promise<MailChoices> {
    const chosen = await one<MailChoices>(
      queries,
      'SELECT takes_mail, answers_mail FROM mail_choices WHERE user_id = :userId',
      { userId },
    );
    return chosen ?? defaultChoices;
  }

  async setChoices(userId: string, choices: MailChoices): Promise<void> {
    await changed(
      this.database,
      `INSERT INTO mail_choices (user_id, takes_mail, answers_mail) VALUES (:userId, :takesMail, :answersMail)
       ON CONFLICT (user_id) DO UPDATE SET takes_mail = :takesMail, answers_mail = :answersMail`,
      { userId, ...choices },
    );
  }
}
