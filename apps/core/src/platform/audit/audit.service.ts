import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { all, changed, type Queries } from '../database/sql.js';
import { PersonalDataService } from '../personal-data/personal-data.service.js';

/** A line of the audit. */
export interface AuditLine {
  /** `operator anna`, or `person` when people act on their own account. */
  actor: string;
  /** The act, such as `user lock`. */
  act: string;
  /**
   * The id of a person, job, or organisation, or the hash of an imported file. No names and no addresses,
   * because lines stay after their person has left.
   */
  subject: string;
  reason: string;
}

/**
 * Records acts on accounts, money, and organisations, each with its reason. The database refuses to change
 * or delete a line.
 */
@Injectable()
export class AuditService {
  constructor(personalData: PersonalDataService) {
    personalData.register({ name: 'audit', exportOf: (queries, userId) => this.linesAbout(queries, userId) });
  }

  /** Runs in the transaction of the act, so act and line commit together. */
  async recordAct(tx: EntityManager, line: AuditLine): Promise<void> {
    await changed(
      tx,
      'INSERT INTO audit (actor, act, subject, reason) VALUES (:actor, :act, :subject, :reason)',
      { ...line },
    );
  }

  /** The lines about this subject, the oldest first. */
  linesAbout(queries: Queries, subject: string): Promise<(AuditLine & { at: Date })[]> {
    return all(
      queries,
      'SELECT at, actor, act, subject, reason FROM audit WHERE subject = :subject ORDER BY id',
      { subject },
    );
  }
}
