import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { all, changed, type Queries } from '../database/sql.js';
import { PersonalDataService } from '../personal-data/personal-data.service.js';

/** One line: who did what to whom, and why. */
export interface AuditLine {
  /** `operator anna`, or `person` for somebody who acts for themselves. */
  actor: string;
  /** What was done, such as `user lock`. */
  act: string;
  /** The id of a person, a job, or a file. No names, no addresses: lines stay when their person has left. */
  subject: string;
  reason: string;
}

/** What was done to people and to money, and why. Lines are only added; the database refuses the rest. */
@Injectable()
export class AuditService {
  constructor(personalData: PersonalDataService) {
    personalData.keptBy({ name: 'audit', tell: (queries, userId) => this.about(queries, userId) });
  }

  /** In the transaction of what is done: it counts with its line, or not at all. */
  async record(tx: EntityManager, line: AuditLine): Promise<void> {
    await changed(
      tx,
      'INSERT INTO audit (actor, act, subject, reason) VALUES (:actor, :act, :subject, :reason)',
      { ...line },
    );
  }

  /** What was done to this subject, oldest first. */
  about(queries: Queries, subject: string): Promise<(AuditLine & { at: Date })[]> {
    return all(
      queries,
      'SELECT at, actor, act, subject, reason FROM audit WHERE subject = :subject ORDER BY id',
      { subject },
    );
  }
}
