import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { answeredDatabase } from '../../platform/database/testing/answered-database.js';
import { RoundsService } from '../../platform/process/rounds.service.js';
import { NightlyAuditService } from './nightly-audit.service.js';
import type { VerificationService } from './verification.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('every ten minutes a core tries to claim the nightly check, also after a failure, until it stops', async () => {
  let tries = 0;
  const query = () => {
    tries += 1;
    return tries === 1
      ? Promise.reject(new Error('the database is down'))
      : Promise.resolve({ rows: [], rowCount: 0 });
  };
  const audit = new NightlyAuditService(
    answeredDatabase(query),
    {} as VerificationService,
    pino({ level: 'silent' }),
    new Registry(),
  );
  const after = async (minutes: number) => {
    await jest.advanceTimersByTimeAsync(minutes * 60_000);
    return tries;
  };
  const rounds = new RoundsService({} as DiscoveryService, pino({ level: 'silent' }));
  rounds.startRounds(audit);
  expect([await after(9), await after(1), await after(10)]).toEqual([0, 1, 2]);
  await rounds.onModuleDestroy();
  expect(await after(20)).toBe(2);
});

/** The audit of a core that finds these breaches, if it can claim the nightly check. */
function anAudit(breaches: string[], { canClaim = true } = {}) {
  const log: object[] = [];
  const written: unknown[][] = [];
  const query = (text: string, values: unknown[]) => {
    if (text.startsWith('UPDATE verifications')) written.push(values);
    const isClaim = text.includes('INSERT INTO verifications') && canClaim;
    return Promise.resolve({ rows: isClaim ? [{ night: '2026-11-26' }] : [], rowCount: 1 });
  };
  const checkAndAdvance = jest.fn(() => Promise.resolve(breaches));
  const audit = new NightlyAuditService(
    answeredDatabase(query),
    { checkAndAdvance } as unknown as VerificationService,
    pino(
      { level: 'info' },
      {
        write(line: string) {
          const { level, msg, night, count, breaches: named } = JSON.parse(line) as Record<string, unknown>;
          log.push({ level, msg, night, count, breaches: named });
        },
      },
    ),
    new Registry(),
  );
  return { audit, checkAndAdvance, log, written };
}

test('a nightly check without findings is stored as finished, and the log says that the ledger is in order', async () => {
  const { audit, log, written } = anAudit([]);
  await audit.verifyOncePerNight();
  expect(written).toEqual([[0, '2026-11-26']]);
  expect(log).toEqual([{ level: 30, msg: 'the ledger is in order', night: '2026-11-26' }]);
});

test('all findings of a nightly check are counted, and the log names the first twenty', async () => {
  const findings = Array.from({ length: 21 }, (_, each) => `finding ${each}`);
  const { audit, log, written } = anAudit(findings);
  await audit.verifyOncePerNight();
  expect(written).toEqual([[21, '2026-11-26']]);
  expect(log).toEqual([
    {
      level: 50,
      msg: 'the ledger is not in order: see `operator ledger verify`',
      night: '2026-11-26',
      count: 21,
      breaches: findings.slice(0, 20),
    },
  ]);
});

test('a core does not run a nightly check that another core has claimed', async () => {
  const { audit, checkAndAdvance, log, written } = anAudit([], { canClaim: false });
  await audit.verifyOncePerNight();
  expect([checkAndAdvance.mock.calls.length, log, written]).toEqual([0, [], []]);
});
