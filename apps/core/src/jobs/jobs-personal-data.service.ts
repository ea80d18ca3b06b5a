import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { all, changed, one } from '../platform/database/sql.js';
import { PersonalDataService } from '../platform/personal-data/personal-data.service.js';

/** The file name of jobs whose owner has left. */
const forgottenFileName = 'document';

/**
 * Exports a person's jobs. When the person leaves, the jobs stay as evidence for the ledger, without file
 * names.
 */
@Injectable()
export class JobsPersonalDataService {
  constructor(personalData: PersonalDataService) {
    personalData.register({
      name: 'jobs',
      exportOf: (queries, userId) =>
        all(
          queries,
          `SELECT id, file_name, side, is_color, state, reason, impressions,
                  cardinality(unit_prices) AS pages, currency, held_minor, captured_minor, returned_minor,
                  captured_pages, document_pages, created_at, ended_at
           FROM jobs WHERE owner_id = :userId ORDER BY created_at, position`,
          { userId },
        ),
      forget: async (tx, userId) => {
        await changed(tx, 'UPDATE jobs SET file_name = :forgottenFileName WHERE owner_id = :userId', {
          userId,
          forgottenFileName,
        });
      },
    });
  }

  /**
   * Whether the person has a job that is not settled. The caller locks the wallet first, so that the answer
   * stays true.
   */
  async hasOpenJob(tx: EntityManager, userId: string): Promise<boolean> {
    const openJob = 'SELECT 1 FROM jobs WHERE owner_id = :userId AND settled_at IS NULL LIMIT 1';
    return (await one(tx, openJob, { userId })) !== undefined;
  }
}
