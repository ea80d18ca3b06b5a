import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import { all, changed, one, type Queries } from '../platform/database/sql.js';
import { CodeSpaceService, type CodeKind } from './code-space.service.js';
import { levelOf, type WrongTryLevel } from './service-tries.js';
import {
  afterWrongTry,
  forgetPausesSeconds,
  pausedAgain,
  remainingPauseSeconds,
  sawWrongLately,
  tryBudgets,
  windowSeconds,
} from './try-budget.js';
import type { Tally, TryBudget } from './try-budget.js';

/** Where a code was typed: a print code at a printer, a pairing code by a signed-in person. */
export type TrySource =
  | { kind: 'print'; printerId: string; agentId: string; siteId: string }
  | { kind: 'pairing'; personId: string };

interface Row extends Tally {
  scope: string;
  now: Date;
}

/** The columns of a `Row`. */
const columns = 'scope, wrong, since, pauses, paused_until, app_now() AS now';

/** The scope of the pause of all printers together. */
const service = 'service';

/**
 * How many rows count the right tries of one minute; as many other rows count the wrong tries. So concurrent
 * tries rarely wait for the same row.
 */
const stripes = 16;

/**
 * A person types one code at a time. While one try is running, another one is refused for so many seconds.
 */
const concurrentTrySeconds = 1;

/**
 * Counts tries in the database, so that budgets apply across agents, cores, and restarts. A right try never
 * waits for a wrong one.
 */
@Injectable()
export class TryBudgetsService {
  constructor(private readonly codes: CodeSpaceService) {}

  /**
   * Refuses a try during a pause. The pause of an agent or a site applies only to printers that have seen a
   * wrong code in the last 15 minutes.
   * @throws Refusal `code.paused` after too many wrong codes of this printer, its agent, its site, the whole
   *   service, or this person
   */
  async refusePaused(tx: EntityManager, source: TrySource): Promise<void> {
    if (source.kind === 'pairing' && !(await tryLockPerson(tx, source.personId)))
      throw pausedRefusal(concurrentTrySeconds);
    const tallies = await all<Row>(tx, `SELECT ${columns} FROM try_budgets WHERE scope = ANY(:scopes)`, {
      scopes: [...budgetsOf(source).keys(), ...(source.kind === 'print' ? [service] : [])],
    });
    const own = tallies.find(({ scope }) => scope === ownScopeOf(source));
    const isClean = own === undefined || !sawWrongLately(own, own.now);
    const pausing = isClean ? tallies.filter(({ scope }) => scope === service) : tallies;
    const seconds = Math.max(0, ...pausing.map((tally) => remainingPauseSeconds(tally, tally.now)));
    if (seconds > 0) throw pausedRefusal(seconds);
  }

  /**
   * Counts one more right code. Called last in its transaction, so that the counter's row is locked only
   * briefly.
   */
  async countRight(tx: EntityManager, kind: CodeKind): Promise<void> {
    await this.countTry(tx, kind, 'right');
  }

  /**
   * Counts one more wrong code for the printer, its agent, and its site, or for the person.
   * @returns the level that the whole service has reached
   */
  async countWrong(tx: EntityManager, source: TrySource): Promise<WrongTryLevel> {
    const budgets = budgetsOf(source);
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
    await this.countTry(tx, source.kind, 'wrong');
    return this.currentLevel(tx, source.kind);
  }

  /** Tries in the whole service in the last 15 minutes, since its last pause. */
  async recentTries(queries: Queries, kind: CodeKind): Promise<{ right: number; wrong: number }> {
    // A row counts one minute, and a pause is at least as long. So all tries of rows that began before the
    // pause were made before it or during it.
    const row = await one<{ right: number; wrong: number }>(
      queries,
      `SELECT coalesce(sum(taken), 0) AS "right", coalesce(sum(wrong), 0) AS wrong FROM code_tries
       WHERE kind = :kind AND minute > app_now() - make_interval(secs => :windowSeconds)
         AND (kind = 'pairing'
           OR minute >= coalesce((SELECT since FROM try_budgets WHERE scope = :service), '-infinity'))`,
      { kind, windowSeconds, service },
    );
    return row ?? { right: 0, wrong: 0 };
  }

  /**
   * Deletes rows of minutes outside the window, and tallies of people who have typed no wrong code for an
   * hour.
   */
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

  private async currentLevel(tx: EntityManager, kind: CodeKind): Promise<WrongTryLevel> {
    const tries = await this.recentTries(tx, kind);
    // Active codes raise the limits, so they are counted only when the limits without them are reached.
    if (levelOf({ ...tries, active: 0 }) === 'usual') return 'usual';
    const level = levelOf({ ...tries, active: await this.codes.countActive(tx, kind) });
    if (level !== 'pause') return level;
    // A pairing code opens only the list of the person who types it, so only the guesser is paused.
    if (kind === 'pairing') return 'alarm';
    // A concurrent try that finds the pause begun does not extend it.
    return (await pauseService(tx)) ? 'pause' : 'alarm';
  }

  /** Wrong tries have rows of their own, so that right tries never wait for them. */
  private async countTry(tx: EntityManager, kind: CodeKind, answer: 'right' | 'wrong'): Promise<void> {
    const [right, wrong, first] = answer === 'right' ? [1, 0, 0] : [0, 1, stripes];
    await changed(
      tx,
      `INSERT INTO code_tries AS c (kind, minute, stripe, taken, wrong)
       VALUES (:kind, date_trunc('minute', app_now()), :stripe, :right, :wrong)
       ON CONFLICT (kind, minute, stripe) DO UPDATE
         SET taken = c.taken + excluded.taken, wrong = c.wrong + excluded.wrong`,
      { kind, stripe: first + Math.floor(Math.random() * stripes), right, wrong },
    );
  }
}

/** The scope of the printer where the code was typed, or of the person who typed it. */
function ownScopeOf(source: TrySource): string {
  return source.kind === 'pairing' ? `person:${source.personId}` : `printer:${source.printerId}`;
}

function budgetsOf(source: TrySource): Map<string, TryBudget> {
  if (source.kind === 'pairing') return new Map([[ownScopeOf(source), tryBudgets.person]]);
  return new Map<string, TryBudget>([
    [ownScopeOf(source), tryBudgets.printer],
    [`agent:${source.agentId}`, tryBudgets.agent],
    [`site:${source.siteId}`, tryBudgets.site],
  ]);
}

/**
 * Takes the person's lock without waiting. Several codes of one person at the same moment are guesses: they
 * must neither occupy connections nor go uncounted.
 * @returns false while another try holds the lock
 */
async function tryLockPerson(tx: EntityManager, personId: string): Promise<boolean> {
  const row = await one<{ taken: boolean }>(
    tx,
    'SELECT pg_try_advisory_xact_lock(hashtextextended(:scope, 0)) AS taken',
    { scope: `person:${personId}` },
  );
  return row?.taken === true;
}

function pausedRefusal(seconds: number): Refusal {
  return new Refusal('code.paused', undefined, seconds);
}

/** Locks the tallies of these scopes, always in the same order, so that there is no deadlock. */
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
    `SELECT ${columns} FROM try_budgets WHERE scope = ANY(:scopes) ORDER BY scope FOR UPDATE`,
    { scopes },
  );
}

/** Begins a pause of the whole service. @returns false when it pauses already */
async function pauseService(tx: EntityManager): Promise<boolean> {
  const [row] = await lockedTallies(tx, [service]);
  if (!row) throw new Error('The tally of the whole service cannot be found');
  const { now, ...tally } = row;
  if (remainingPauseSeconds(tally, now) > 0) return false;
  const { since, pauses, pausedUntil } = pausedAgain(tally, now);
  await changed(
    tx,
    'UPDATE try_budgets SET since = :since, pauses = :pauses, paused_until = :pausedUntil WHERE scope = :service',
    { since, pauses, pausedUntil, service },
  );
  return true;
}
