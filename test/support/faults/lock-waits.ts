import type { DataSource } from 'typeorm';
import { until } from '../until.js';

/** Resolves when this many statements of the database that contain `text` wait for a lock. */
export function lockWaits(database: DataSource, count: number, text = ''): Promise<void> {
  return until(
    async () => {
      const waiting: unknown[] = await database.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND position($1 IN query) > 0`,
        [text],
      );
      return waiting.length === count;
    },
    undefined,
    `${count} statements wait for a lock`,
  );
}
