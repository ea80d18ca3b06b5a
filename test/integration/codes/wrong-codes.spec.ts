import { randomUUID } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import type { WrongTryLevel } from '@sixpence/core/codes/service-tries';
import { TryBudgetsService } from '@sixpence/core/codes/try-budgets.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { CodeAlarmsService } from '@sixpence/core/codes/code-alarms.service';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { shiftClock } from '../../support/builders/ledger.js';
import { neighbours } from '../../support/builders/neighbours.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

let world: ReleaseWorld;

releaseForTests((given) => {
  world = given;
});

const wrong = { code: 'code.wrong' };

describe('wrong codes', () => {
  /** A code that no user has. */
  const wrongCode = async (): Promise<string> => {
    const { code } = await world.issue(await world.aPerson());
    return neighbours(code)[0]!;
  };

  /** Remaining seconds of the pause of this printer; the pause began at the last wrong code. */
  const remainingPause = async (site: TestSite, code: string, slug = 'hall'): Promise<number> => {
    const refusal: unknown = await world.redeem(site, code, slug).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'code.paused', retryAfterSeconds: expect.any(Number) });
    return (refusal as { retryAfterSeconds: number }).retryAfterSeconds;
  };

  /** The number of wrong codes that are counted for the printer `hall`. */
  const tallyOf = async (site: TestSite): Promise<number> => {
    const [row]: { wrong: number }[] = await world.database.query(
      'SELECT wrong FROM try_budgets WHERE scope = $1',
      [`printer:${site.printers['hall']!}`],
    );
    return row?.wrong ?? 0;
  };

  test('input that is not six digits is refused as malformed and not counted', async () => {
    const site = await world.aSite();
    for (const text of ['', '12345', '1234567', 'abcdef', '12 456', '12345６']) {
      await expect(world.redeem(site, text)).rejects.toMatchObject({ code: 'code.malformed' });
    }
    const { code } = await world.issue(await world.aPerson());
    await expect(world.redeem(site, code)).resolves.toBeDefined();
  });

  test('five at one printer pause it for a minute, later ones twice as long, and no other printer is paused', async () => {
    const site = await world.aSite();
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(world.redeem(site, await wrongCode())).rejects.toMatchObject(wrong);
    }
    const { code } = await world.issue(await world.aPerson());
    const first = await remainingPause(site, code);
    expect(first).toBeGreaterThan(30);
    expect(first).toBeLessThanOrEqual(60);
    await expect(world.redeem(site, code, 'library')).resolves.toBeDefined();

    await shiftClock(world.database, '60 seconds');
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(world.redeem(site, await wrongCode())).rejects.toMatchObject(wrong);
    }
    const second = await remainingPause(site, '000000');
    expect(second).toBeGreaterThan(60);
    expect(second).toBeLessThanOrEqual(120);
  });

  test('fifteen at the printers of one agent pause all of them', async () => {
    const slugs = ['a', 'b', 'c', 'd'];
    const site = await world.aSite({ slugs });
    for (let turn = 0; turn < 15; turn += 1) {
      await expect(world.redeem(site, await wrongCode(), slugs[turn % 4])).rejects.toMatchObject(wrong);
    }
    for (const slug of slugs) {
      await expect(world.redeem(site, '000000', slug)).rejects.toMatchObject({ code: 'code.paused' });
    }
  });

  test('do not pause a repeated request whose code was redeemed: it gets the same answer', async () => {
    const site = await world.aSite();
    const { code } = await world.issue(await world.aPerson());
    const requestId = randomUUID();
    const { panelSessionId } = await world.redeem(site, code, 'hall', requestId);
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(world.redeem(site, await wrongCode())).rejects.toMatchObject(wrong);
    }
    await expect(world.redeem(site, '000000')).rejects.toMatchObject({ code: 'code.paused' });
    expect(await world.redeem(site, code, 'hall', requestId)).toMatchObject({ panelSessionId });
  });

  test('are not counted when a redeemed request is repeated', async () => {
    const site = await world.aSite();
    const { code } = await world.issue(await world.aPerson());
    const requestId = randomUUID();
    for (let turn = 0; turn < 6; turn += 1) await world.redeem(site, code, 'hall', requestId);
    const tallies = 'SELECT 1 FROM try_budgets WHERE scope = $1';
    expect(await world.database.query(tallies, [`printer:${site.printers['hall']!}`])).toEqual([]);
  });

  test('count once when a request is repeated after its answer was lost', async () => {
    const site = await world.aSite();
    const [code, requestId] = [await wrongCode(), randomUUID()];
    const again = () => world.redeem(site, code, 'hall', requestId);
    await Promise.allSettled(Array.from({ length: 6 }, again));
    await shiftClock(world.database, '14 minutes');
    await world.codes.forgetWrong();
    await expect(again()).rejects.toMatchObject(wrong);
    const right = await world.issue(await world.aPerson());
    await expect(world.redeem(site, right.code)).resolves.toBeDefined();
    expect(await tallyOf(site)).toBe(1);
  });

  test('count separately when one request id tries different codes, or when another box uses that id', async () => {
    const [site, elsewhere] = [await world.aSite(), await world.aSite()];
    const [first, second] = [await wrongCode(), await wrongCode()];
    const requestId = randomUUID();
    for (const code of [first, second, first])
      await expect(world.redeem(site, code, 'hall', requestId)).rejects.toMatchObject(wrong);
    await expect(world.redeem(elsewhere, first, 'hall', requestId)).rejects.toMatchObject(wrong);
    expect([await tallyOf(site), await tallyOf(elsewhere)]).toEqual([2, 1]);
  });

  test('get their earlier answer when repeated in a pause; another code is refused unchecked', async () => {
    const site = await world.aSite();
    const [code, requestId] = [await wrongCode(), randomUUID()];
    await expect(world.redeem(site, code, 'hall', requestId)).rejects.toMatchObject(wrong);
    for (let turn = 0; turn < 4; turn += 1)
      await expect(world.redeem(site, await wrongCode())).rejects.toMatchObject(wrong);
    await expect(world.redeem(site, code, 'hall', requestId)).rejects.toMatchObject(wrong);
    await expect(world.redeem(site, '000000', 'hall', requestId)).rejects.toMatchObject({
      code: 'code.paused',
    });
  });

  test('stay counted after a correct code', async () => {
    const site = await world.aSite();
    for (let turn = 0; turn < 5; turn += 1) {
      await world.logIn(site, await world.aPerson());
      await expect(world.redeem(site, await wrongCode())).rejects.toMatchObject(wrong);
    }
    await expect(world.redeem(site, '000000')).rejects.toMatchObject({ code: 'code.paused' });
  });

  test('do not pause another printer of the agent until that printer gets a wrong code itself', async () => {
    const slugs = ['a', 'b', 'c', 'd', 'e'];
    const site = await world.aSite({ slugs });
    for (let turn = 0; turn < 15; turn += 1)
      await expect(world.redeem(site, await wrongCode(), slugs[turn % 4])).rejects.toMatchObject(wrong);
    const { code } = await world.issue(await world.aPerson());
    await remainingPause(site, code, 'd');
    await expect(world.redeem(site, code, 'e')).resolves.toBeDefined();
    await expect(world.redeem(site, await wrongCode(), 'e')).rejects.toMatchObject(wrong);
    const next = await world.issue(await world.aPerson());
    expect(await remainingPause(site, next.code, 'e')).toBeLessThanOrEqual(60);
  });

  test('at many printers of a site, at any agents, pause these printers and no other', async () => {
    const [site, elsewhere] = [await world.aSite(), await world.aSite()];
    await countWrongTries(29, site.id);
    await expect(world.redeem(site, await wrongCode(), 'hall')).rejects.toMatchObject(wrong);
    const [first, second] = [
      await world.issue(await world.aPerson()),
      await world.issue(await world.aPerson()),
    ];
    expect(await remainingPause(site, first.code, 'hall')).toBeLessThanOrEqual(60);
    await expect(world.redeem(site, first.code, 'library')).resolves.toBeDefined();
    await expect(world.redeem(site, await wrongCode(), 'library')).rejects.toMatchObject(wrong);
    await remainingPause(site, second.code, 'library');
    await expect(world.redeem(elsewhere, second.code)).resolves.toBeDefined();
  });

  test('across the service first raise an alarm; if there are more, every printer is paused', async () => {
    await resetTries();
    const [site, elsewhere] = [await world.aSite(), await world.aSite()];
    // Five correct codes raise the limit: by one for each redeemed code, and by one for each active code.
    for (let turn = 0; turn < 5; turn += 1) await world.logIn(elsewhere, await world.aPerson());
    const codes = [];
    for (let turn = 0; turn < 5; turn += 1) codes.push((await world.issue(await world.aPerson())).code);
    const unknownCode = neighbours(codes[0]!)[0]!;
    const figures = await world.core.app.get<Registry>(METRICS).metrics();
    expect(figures).toContain('sixpence_codes_active{kind="print"} 5\n');
    expect(figures).toContain('sixpence_code_tries{kind="print",answer="taken"} 5\n');
    expect(figures).toContain('sixpence_code_tries{kind="print",answer="wrong"} 0\n');
    const alarmsBefore = await alarms();
    await addWrongTries(99);
    expect(await countWrongTries(1)).toEqual(['usual']);
    expect(await countWrongTries(1)).toEqual(['alarm']);
    await addWrongTries(199);
    await expect(world.redeem(site, unknownCode, 'hall')).rejects.toMatchObject(wrong);
    await expect(world.redeem(elsewhere, codes[1]!)).resolves.toBeDefined();
    await expect(world.redeem(site, unknownCode, 'library')).rejects.toMatchObject(wrong);
    expect(await remainingPause(elsewhere, codes[2]!)).toBeLessThanOrEqual(60);
    expect(await alarms()).toBe(alarmsBefore + 2);

    await shiftClock(world.database, '61 seconds');
    await addWrongTries(298);
    expect(await countWrongTries(1)).toEqual(['alarm']);
    await expect(world.redeem(elsewhere, codes[2]!)).resolves.toBeDefined();
    expect(await countWrongTries(1)).toEqual(['pause']);
    const second = await remainingPause(site, codes[3]!);
    expect(second).toBeGreaterThan(60);
    expect(second).toBeLessThanOrEqual(120);
    await resetTries();
  });

  test('are forgotten after 15 minutes', async () => {
    await resetTries();
    await addWrongTries(298);
    expect(await countWrongTries(1)).toEqual(['alarm']);
    await shiftClock(world.database, '15 minutes');
    await addWrongTries(98);
    expect(await countWrongTries(1)).toEqual(['usual']);
    await world.sweeper.sweep();
    const [row]: { wrong: number }[] = await world.database.query(
      'SELECT sum(wrong)::int AS wrong FROM code_tries',
    );
    expect(row!.wrong).toBe(99);
    expect(await world.database.query('SELECT 1 FROM wrong_answers')).toEqual([]);
    await resetTries();
  });

  test('across the service begin one pause, even if many come at the same moment, and do not extend it', async () => {
    await resetTries();
    await addWrongTries(299);
    const levels = await Promise.all(Array.from({ length: 12 }, () => countWrongTries(1)));
    expect(levels.flat().filter((level) => level === 'pause')).toHaveLength(1);
    const { code } = await world.issue(await world.aPerson());
    expect(await remainingPause(await world.aSite(), code)).toBeLessThanOrEqual(60);
    await resetTries();
  });

  test('are counted in other rows than correct codes, so that correct codes never wait for them', async () => {
    await resetTries();
    await countWrongTries(40);
    await world.database.transaction(async (tx) => {
      const budgets = world.core.app.get(TryBudgetsService);
      for (let turn = 0; turn < 40; turn += 1) await budgets.countRight(tx, 'print');
    });
    const rows: { taken: number; wrong: number }[] = await world.database.query(
      'SELECT taken, wrong FROM code_tries',
    );
    expect(rows.filter(({ taken, wrong }) => taken > 0 && wrong > 0)).toEqual([]);
    const sums = [rows.map(({ taken }) => taken), rows.map(({ wrong }) => wrong)];
    expect(sums.map((each) => each.reduce((sum, count) => sum + count))).toEqual([40, 40]);
    await resetTries();
  });

  test('for pairing still count after a pause of all printers; wrong print codes do not', async () => {
    await resetTries();
    await world.database.query(
      `INSERT INTO code_tries (kind, minute, stripe, taken, wrong)
       SELECT kind, date_trunc('minute', app_now()) - interval '2 minutes', -1, 2, 3
       FROM unnest(ARRAY['print', 'pairing']) AS kind`,
    );
    await world.database.query(
      `INSERT INTO try_budgets (scope, wrong, since, pauses) VALUES ('service', 0, app_now(), 1)`,
    );
    const lately = (kind: 'print' | 'pairing') =>
      world.core.app.get(TryBudgetsService).recentTries(world.database, kind);
    expect(await lately('pairing')).toEqual({ right: 2, wrong: 3 });
    expect(await lately('print')).toEqual({ right: 0, wrong: 0 });
    await resetTries();
  });

  test('of users are forgotten an hour after their last pause, and those of printers are kept', async () => {
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const [ofPause = '', old = '', young = '', printer = ''] = ids.map(
      (id, index) => `${index < 3 ? 'person' : 'printer'}:${id}`,
    );
    await world.database.query(
      `INSERT INTO try_budgets (scope, wrong, since, pauses, paused_until)
       SELECT scope, 1, app_now() - since, 0, app_now() - pause
       FROM unnest($1::text[], $2::interval[], $3::interval[]) AS tally (scope, since, pause)`,
      [[ofPause, old, young, printer], ['2 hours', '2 hours', '59 minutes', '2 hours'], ['59 minutes']],
    );
    await world.sweeper.sweep();
    const kept: { scope: string }[] = await world.database.query(
      'SELECT scope FROM try_budgets WHERE scope = ANY($1)',
      [[ofPause, old, young, printer]],
    );
    expect(kept.map(({ scope }) => scope).toSorted()).toEqual([ofPause, young, printer].toSorted());
  });

  test('alarms are logged once a minute for each kind, and pauses every time', () => {
    const alarms = world.core.app.get(CodeAlarmsService);
    const logger = world.core.app.get<Logger>(LOGGER);
    const [warned, failed] = [jest.spyOn(logger, 'warn'), jest.spyOn(logger, 'error')];
    const loggedLines = () =>
      [warned, failed].map((level) => level.mock.calls.map(([about]) => (about as { kind: string }).kind));
    alarms.reportLevel('pairing', 'usual');
    expect(loggedLines()).toEqual([[], []]);
    alarms.reportLevel('print', 'alarm');
    alarms.reportLevel('pairing', 'alarm');
    alarms.reportLevel('pairing', 'alarm');
    expect(loggedLines()[0]!.filter((kind) => kind === 'pairing')).toHaveLength(1);
    alarms.reportLevel('pairing', 'pause');
    alarms.reportLevel('pairing', 'pause');
    expect(loggedLines()[1]).toEqual(['pairing', 'pairing']);
  });

  test('at many printers of a site at the same moment are all counted, and correct codes do not wait', async () => {
    const slugs = Array.from({ length: 10 }, (_, turn) => `printer-${turn}`);
    const site = await world.aSite({ slugs });
    const unknownCode = await wrongCode();
    const { code } = await world.issue(await world.aPerson());
    const budgets = world.core.app.get(TryBudgetsService);
    const around = { kind: 'print', agentId: site.agent.id, siteId: site.id } as const;
    await world.database.transaction(async (tx) => {
      await budgets.countWrong(tx, { ...around, printerId: randomUUID() });
      await expect(world.redeem(site, code, slugs[0])).resolves.toBeDefined();
    });
    await Promise.allSettled(slugs.slice(1).map((slug) => world.redeem(site, unknownCode, slug)));
    const [tally]: { wrong: number }[] = await world.database.query(
      'SELECT wrong FROM try_budgets WHERE scope = $1',
      [`site:${site.id}`],
    );
    expect(tally!.wrong).toBe(10);
  });

  /**
   * Counts wrong codes, each at its own printer and agent, all at one site (if given) in one service.
   * @returns the levels of the service, in the order in which they began
   */
  async function countWrongTries(count: number, siteId?: string): Promise<WrongTryLevel[]> {
    const budgets = world.core.app.get(TryBudgetsService);
    const levels = new Set<WrongTryLevel>();
    await world.database.transaction(async (tx) => {
      for (let turn = 0; turn < count; turn += 1) {
        const site = { printerId: randomUUID(), agentId: randomUUID(), siteId: siteId ?? randomUUID() };
        levels.add(await budgets.countWrong(tx, { kind: 'print', ...site }));
      }
    });
    return [...levels];
  }

  /** Adds this many wrong codes of the current minute to the whole service. */
  async function addWrongTries(count: number): Promise<void> {
    await world.database.query(
      `INSERT INTO code_tries (minute, stripe, taken, wrong)
        VALUES (date_trunc('minute', app_now()), -1, 0, $1)
       ON CONFLICT (kind, minute, stripe) DO UPDATE SET wrong = code_tries.wrong + excluded.wrong`,
      [count],
    );
  }

  /** Expires all codes and deletes all counts. */
  async function resetTries(): Promise<void> {
    await shiftClock(world.database, '5 minutes');
    await world.database.query('DELETE FROM try_budgets; DELETE FROM code_tries');
  }

  /** The number of wrong tries that raised an alarm or began a pause, by the metrics. */
  async function alarms(): Promise<number> {
    const figures = await world.core.app.get<Registry>(METRICS).metrics();
    const counts = figures.matchAll(/^sixpence_code_alarms_total\{.*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }
});
