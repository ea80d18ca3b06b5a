import { Injectable } from '@nestjs/common';
import type { FoundSite } from '@sixpence/contracts/http/own-printers';
import { DataSource } from 'typeorm';
import { all } from '../../platform/database/sql.js';

/**
 * The most sites in an answer, so that a person can read the list. More letters of a name find fewer sites.
 */
const mostFound = 20;

/** Finds sites by name, for every user: the locations of printers are public. */
@Injectable()
export class SiteSearch {
  constructor(private readonly database: DataSource) {}

  /**
   * The sites with these letters in their own or their organisation's name. Without letters, the chosen
   * sites.
   */
  findSites(userId: string, letters: string): Promise<FoundSite[]> {
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
