import { Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource } from 'typeorm';
import { all } from '../../platform/database/sql.js';
import { runningStates } from '../../jobs/job-state.js';

/** A printer that became usable again, and a person who gave up at it. */
export interface PrinterUsableAgain {
  ownerId: string;
  printerId: string;
  printer: string;
  site: string;
  at: Date;
}

/** Finds the printers that are usable again, for the people who gave up at them. */
@Injectable()
export class PrintersUsableAgain {
  constructor(private readonly database: DataSource) {}

  /**
   * A printer is found if it was unusable during the person's panel session, and became usable again at most
   * `printerBack` after the session began, and at most `printerBack` ago. A session with a running or
   * completed job is excluded, because its person sees the job. A person who has opened a session at that
   * printer since is excluded, too. The database holds all of this, so a browser that is opened later shows
   * it as well.
   */
  usableAgainFor(ownerIds: readonly string[], printerId?: string): Promise<PrinterUsableAgain[]> {
    return all(
      this.database,
      `SELECT o.id AS owner_id, p.id AS printer_id, p.name AS printer, s.name AS site, p.back_at AS at
       FROM unnest(:ownerIds::uuid[]) AS o (id), printers p JOIN sites s ON s.id = p.site_id
       WHERE (:printerId::uuid IS NULL OR p.id = :printerId)
         AND p.back_at > p.troubled_at AND p.back_at > app_now() - make_interval(secs => :printerBack)
         AND EXISTS (SELECT FROM panel_sessions v
           WHERE v.owner_id = o.id AND v.printer_id = p.id
             AND v.created_at BETWEEN p.back_at - make_interval(secs => :printerBack) AND p.back_at
             AND (v.ended_at IS NULL OR v.ended_at >= p.troubled_at)
             AND NOT EXISTS (SELECT FROM releases r JOIN jobs j ON j.release_id = r.id
               WHERE r.panel_session_id = v.id AND j.state = ANY (:seen::text[])))
         AND NOT EXISTS (SELECT FROM panel_sessions v
           WHERE v.owner_id = o.id AND v.printer_id = p.id AND v.created_at > p.back_at)
       ORDER BY p.back_at`,
      {
        ownerIds,
        printerId: printerId ?? null,
        printerBack: lifeSeconds.printerBack,
        seen: [...runningStates, 'completed'],
      },
    );
  }
}
