import { expect } from '@jest/globals';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { JobVerifier } from '@sixpence/core/jobs/views/job-verifier.query';
import { PATIENCE_MS } from '../eventually.js';
import { until } from '../until.js';
import type { World } from './world.js';

interface PaidJob {
  id: string;
  impressions: number;
  captured: number;
  unit_prices: number[];
}

/**
 * Checks what must hold at the end of every journey: every job is settled, no page was printed twice, each
 * capture is the price of the printed pages, no fact waits, and the ledger's own audit finds nothing.
 */
export async function expectAllIsWell(world: World): Promise<void> {
  await until(async () => (await openJobs(world)) === 0, PATIENCE_MS, 'every job is settled');
  await until(async () => (await waitingFacts(world)) === 0, PATIENCE_MS, 'every fact is published');

  const printed = world.printers().flatMap((printer) => printer.jobs());
  const names = printed.map((job) => job.jobName);
  expect(names).toEqual([...new Set(names)]);

  const jobs = await world.query<PaidJob>(
    `SELECT j.id, j.impressions, coalesce(j.captured_minor, 0)::int AS captured, j.unit_prices FROM jobs j`,
  );
  for (const { id, captured, unit_prices } of jobs) {
    const printedPages = printed.find((job) => job.jobName === id)?.impressionsCompleted ?? 0;
    const price = unit_prices.slice(0, printedPages).reduce((sum, unit) => sum + unit, 0);
    expect({ id, captured }).toEqual({ id, captured: price });
  }
  expect(await breaches(world)).toEqual([]);
}

/** The findings of the operator's `ledger verify`, without a process for each call. */
async function breaches(world: World) {
  const database = await createDataSource({ url: world.database.url, poolSize: 1 }).initialize();
  try {
    return [
      ...(await new LedgerVerifier(database).breaches()),
      ...(await new JobVerifier(database).breaches()),
    ];
  } finally {
    await database.destroy();
  }
}

export async function revenue(world: World): Promise<number> {
  const [row] = await world.query<{ minor: number }>(
    `SELECT coalesce(sum(m.amount_minor), 0)::int AS minor FROM ledger_movements m
     JOIN ledger_accounts a ON a.id = m.credit_id WHERE a.kind = 'revenue' AND a.currency = 'GBP'`,
  );
  return row?.minor ?? Number.NaN;
}

async function openJobs(world: World): Promise<number> {
  const [row] = await world.query<{ open: number }>(
    'SELECT count(*)::int AS open FROM jobs WHERE settled_at IS NULL',
  );
  return row?.open ?? Number.NaN;
}

async function waitingFacts(world: World): Promise<number> {
  const [row] = await world.query<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM outbox WHERE published_at IS NULL',
  );
  return row?.waiting ?? Number.NaN;
}
