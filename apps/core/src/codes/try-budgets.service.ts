import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import { all, changed, one, type Queries } from '../platform/database/sql.js';
import { CodeSpaceService, type CodeKind } from './code-space.service.js';
import { strainOf, type Strain } from './service-tries.js';
import {
  afterWrongTry,
  forgetPausesSeconds,
  pausedAgain,
  pauseLeftSeconds,
  sawWrongLately,
  tryBudgets,
  windowSeconds,
} from './try-budget.js';
import type { Tally, TryBudget } from './try-budget.js';

/** Where a code was typed: a print code at a printer, a panel's code by somebody who is signed in. */
export type Place =
  | { kind: 'print'; printerId: string; agentId: string; siteId: string }
  | { kind: 'pairing'; personId: string };

interface Row extends Tally {
  scope: string;
  now: Date;
}

/** The pause of all printers together. */
const service = 'service';

/** Rows of a minute among which right tries are spread, and as many for wrong ones: few of a moment wait for the same. */
const stripes = 16;

/** A person gives one code at a time: seconds to wait while another try of theirs is under way. */
const turnSeconds = 1;

/** Counts tries in the database, so that budgets hold across agents, cores, and restarts. Right ones wait for none. */
@Injectable()
export class TryBudgetsService {
  constructor(private readonly codes: CodeSpaceService) {}

  /**
   * The pause of a box or a site holds for the printers that have seen a wrong code lately, and for no other.
   * @throws Refusal `code.paused` while this printer, or anything around it, or this person has seen too many wrong codes
   */
  async check(tx: EntityManager, place: Place): Promise<void> {
    if (place.kind === 'pairing' && !(await takeTurn(tx, place.personId))) throw paused(turnSeconds);
    const tallies = await all<Row>(
      tx,
      `SELECT *, app_now() AS now FROM try_budgets WHERE scope = ANY(:scopes)`,
      { scopes: [...budgetsOf(place).keys(), ...(place.kind === 'print' ? [service] : [])] },
    );
    const own = tallies.find(({ scope }) => scope === ownScopeOf(place));
    const isClean = own === undefined || !sawWrongLately(own, own.now);
    const pausing = isClean ? tallies.filter(({ scope }) => scope === service) : tallies;
    const seconds = Math.max(0, ...pausing.map((tally) => pauseLeftSeconds(tally, tally.now)));
    if (seconds > 0) throw paused(seconds);
  }

  /** Counts one more right code. Last in its transaction, so that others wait for it the shortest. */
  async countTaken(tx: EntityManager, kind: CodeKind): Promise<void> {
    await this.countTry(tx, kind, 'taken');
  }

  /** Counts one more wrong code everywhere around a printer, or of a person. @returns what it means for the whole service */
  async countWrong(tx: EntityManager, place: Place): Promise<Strain> {
    const budgets = budgetsOf(place);
    for (const { scope, now, ...tally } of await lockedTallies(tx, [...budgets.keys()])) {
      const budget = budgets.get(scope);
      if (!budget) throw new Error(`There is no budget for ${scope}`);
      await changed(
        tx,
        `UPDATE try_budgets SET wrong = :wrong, since = :since, pauses = :pauses, paused_until = :pausedUntil
         WHERE scope = :scope`,
        { scope, ...afterWrongTry(budget, tally, now) },
      );
    }
    await this.countTry(tx, place.kind, 'wrong');
    return this.strain(tx, place.kind);
  }

  /** Tries of the last quarter of an hour, all over the service, since its last pause. */
  async lately(queries: Queries, kind: CodeKind): Promise<{ taken: number; wrong: number }> {
    // A pause is longer than a minute's row: what was counted before it is in rows that began before it.
    const row = await one<{ taken: number; wrong: number }>(
      queries,
      `SELECT coalesce(sum(taken), 0) AS taken, coalesce(sum(wrong), 0) AS wrong FROM code_tries
       WHERE kind = :kind AND minute > app_now() - make_interval(secs => :windowSeconds)
         AND (kind = 'pairing'
           OR minute >= coalesce((SELECT since FROM try_budgets WHERE scope = :service), '-infinity'))`,
      { kind, windowSeconds, service },
    );
    return row ?? { taken: 0, wrong: 0 };
  }

  /** Nothing is kept of minutes that count no more, nor of people who have given no wrong code for long. */
  async forgetOld(queries: Queries): Promise<void> {
    await changed(
      queries,
      'DELETE FROM code_tries WHERE minute <= app_now() - make_interval(secs => :windowSeconds)',
      { windowSeconds },
    );
    await changed(
      queries,
      `DELETE FROM try_budgets WHERE scope LIKE 'person:%'
         AND greatest(since, paused_until) < app_now() - make_interval(secs => :forgetPausesSeconds)`,
      { forgetPausesSeconds },
    );
  }

  private async strain(tx: EntityManager, kind: CodeKind): Promise<Strain> {
    const tries = await this.lately(tx, kind);
    // Active codes make the limits wider, so that they are counted only when it matters.
    if (strainOf({ ...tries, active: 0 }) === 'usual') return 'usual';
    const strain = strainOf({ ...tries, active: await this.codes.countActive(tx, kind) });
    if (strain !== 'pause') return strain;
    // A panel's code opens the list of the person who gives it, so that guesses pause the guesser alone.
    if (kind === 'pairing') return 'alarm';
    // The second try finds the pause begun, and makes it no longer.
    return (await pauseService(tx)) ? 'pause' : 'alarm';
  }

  /** Wrong ones have stripes of their own, so that right ones wait for none of them. */
  private async countTry(tx: EntityManager, kind: CodeKind, answer: 'taken' | 'wrong'): Promise<void> {
    const [taken, wrong, first] = answer === 'taken' ? [1, 0, 0] : [0, 1, stripes];
    await changed(
      tx,
      `INSERT INTO code_tries AS c (kind, minute, stripe, taken, wrong)
       VALUES (:kind, date_trunc('minute', app_now()), :stripe, :taken, :wrong)
       ON CONFLICT (kind, minute, stripe) DO UPDATE SET taken = c.taken + excluded.taken, wrong = c.wrong + excluded.wrong`,
      { kind, stripe: first + Math.floor(Math.random() * stripes), taken, wrong },
    );
  }
}

/** The tally of the printer where the code was typed, or of the person who gave it. */
function ownScopeOf(place: Place): string {
  return place.kind === 'pairing' ? `person:${place.personId}` : `printer:${place.printerId}`;
}

function budgetsOf(place: Place): Map<string, TryBudget> {
  if (place.kind === 'pairing') return new Map([[ownScopeOf(place), tryBudgets.person]]);
  return new Map<string, TryBudget>([
    [ownScopeOf(place), tryBudgets.printer],
    [`agent:${place.agentId}`, tryBudgets.agent],
    [`site:${place.siteId}`, tryBudgets.site],
  ]);
}

/** Many codes of a person at the same moment are guesses: they keep no connection waiting, and none is looked at uncounted. */
async function takeTurn(tx: EntityManager, personId: string): Promise<boolean> {
  const row = await one<{ taken: boolean }>(
    tx,
    'SELECT pg_try_advisory_xact_lock(hashtextextended(:scope, 0)) AS taken',
    { scope: `person:${personId}` },
  );
  return row?.taken === true;
}

function paused(seconds: number): Refusal {
  return new Refusal('code.paused', 'Too many wrong codes. Please wait before trying again.', seconds);
}

/** The tallies of these scopes, each locked, always in the same order so that nobody waits in a circle. */
async function lockedTallies(tx: EntityManager, scopes: readonly string[]): Promise<Row[]> {
  await changed(
    tx,
    `INSERT INTO try_budgets (scope, wrong, since, pauses)
     SELECT scope, 0, app_now(), 0 FROM unnest(:scopes::text[]) AS new (scope) ORDER BY scope
     ON CONFLICT DO NOTHING`,
    { scopes },
  );
  return all<Row>(
    tx,
    `SELECT *, app_now() AS now FROM try_budgets WHERE scope = ANY(:scopes) ORDER BY scope FOR UPDATE`,
    { scopes },
  );
}

/** @returns false when the service pauses already */
async function pauseService(tx: EntityManager): Promise<boolean> {
  const [row] = await lockedTallies(tx, [service]);
  if (!row) throw new Error('The tally of the whole service cannot be found');
  const { now, ...tally } = row;
  if (pauseLeftSeconds(tally, now) > 0) return false;
  const { since, pauses, pausedUntil } = pausedAgain(tally, now);
  await changed(
    tx,
    'UPDATE try_budgets SET since = :since, pauses = :pauses, paused_until = :pausedUntil WHERE scope = :service',
    { since, pauses, pausedUntil, service },
  );
  return true;
}
