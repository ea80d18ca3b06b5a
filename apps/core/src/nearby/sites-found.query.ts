import { Injectable } from '@nestjs/common';
import type { FoundSite } from '@sixpence/contracts/http/own-printers';
import { DataSource, type EntityManager } from 'typeorm';
import { all, one } from '../platform/database/sql.js';

/** As many as a person reads; more letters of a name find fewer. */
const mostFound = 20;

/** Sites by name, for people: where one can print is no secret. */
@Injectable()
export class SitesFound {
  constructor(private readonly database: DataSource) {}

  /** Those with these letters in their name or their organisation's; without letters those that were chosen. */
  of(userId: string, letters: string): Promise<FoundSite[]> {
    return all(
      this.database,
      `SELECT s.id, s.name, o.name AS organisation, c.user_id IS NOT NULL AS chosen
       FROM sites s JOIN organisations o ON o.id = s.organisation_id
         LEFT JOIN chosen_sites c ON c.site_id = s.id AND c.user_id = :userId
       WHERE CASE WHEN :letters = '' THEN c.user_id IS NOT NULL
         ELSE strpos(lower(s.name), lower(:letters)) > 0 OR strpos(lower(o.name), lower(:letters)) > 0 END
       ORDER BY s.name, o.name LIMIT :mostFound`,
      { userId, letters, mostFound },
    );
  }
}

export async function siteExists(tx: EntityManager, siteId: string): Promise<boolean> {
  return (await one(tx, 'SELECT 1 FROM sites WHERE id = :siteId', { siteId })) !== undefined;
}

/** Two tabs of one person choose one after the other: whoever comes later waits here until the first has finished. */
export async function choicesInTurn(tx: EntityManager, userId: string): Promise<void> {
  await one(tx, 'SELECT 1 FROM users WHERE id = :userId FOR NO KEY UPDATE', { userId });
}
