import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import { all, changed, one } from '../database/sql.js';
import { afterWrongTry, pauseLeftSeconds, tryBudgets, type Tally, type TryBudget } from './try-budget.js';

/** Where a code was typed. */
export interface Place {
  printerId: string;
  agentId: string;
  siteId: string;
}

interface Row extends Tally {
  scope: string;
}

/** Counts wrong codes in the database, so that budgets hold across agents, cores, and restarts. */
@Injectable()
export class TryBudgetsService {
  /** @throws Refusal `code.paused` while this printer, or anything around it, has seen too many wrong codes */
  async check(tx: EntityManager, place: Place): Promise<void> {
    const { now, tallies } = await read(tx, place);
    const seconds = Math.max(0, ...[...tallies.values()].map((tally) => pauseLeftSeconds(tally, now)));
    if (seconds > 0) {
      throw new Refusal('code.paused', 'Too many wrong codes. Please wait before trying again.', seconds);
    }
  }

  /** Counts one more wrong code everywhere around a printer. */
  async countWrong(tx: EntityManager, place: Place): Promise<void> {
    const { now, tallies } = await read(tx, place);
    for (const [scope, budget] of scopesOf(place)) {
      const { wrong, since, pauses, pausedUntil } = afterWrongTry(budget, tallies.get(scope), now);
      await changed(
        tx,
        `INSERT INTO try_budgets (scope, wrong, since, pauses, paused_until)
         VALUES (:scope, :wrong, :since, :pauses, :pausedUntil)
         ON CONFLICT (scope) DO UPDATE SET wrong = excluded.wrong, since = excluded.since,
           pauses = excluded.pauses, paused_until = excluded.paused_until`,
        { scope, wrong, since, pauses, pausedUntil },
      );
    }
  }
}

function scopesOf(place: Place): [scope: string, budget: TryBudget][] {
  return [
    [`printer:${place.printerId}`, tryBudgets.printer],
    [`agent:${place.agentId}`, tryBudgets.agent],
    [`site:${place.siteId}`, tryBudgets.site],
    ['service', tryBudgets.service],
  ];
}

async function read(tx: EntityManager, place: Place): Promise<{ now: Date; tallies: Map<string, Tally> }> {
  const rows = await all<Row>(
    tx,
    'SELECT scope, wrong, since, pauses, paused_until FROM try_budgets WHERE scope = ANY(:scopes)',
    { scopes: scopesOf(place).map(([scope]) => scope) },
  );
  const clock = await one<{ now: Date }>(tx, 'SELECT app_now() AS now');
  if (!clock) throw new Error('The database has no clock');
  return { now: clock.now, tallies: new Map(rows.map((row) => [row.scope, row])) };
}
