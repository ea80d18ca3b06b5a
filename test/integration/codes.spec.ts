import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { neighbours } from '@sixpence/core/release/print-code';
import { TryBudgetsService } from '@sixpence/core/release/try-budgets.service';
import { shiftClock } from '../support/ledger.js';
import { ReleaseWorld, type TestSite } from '../support/release.js';

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
});

afterEach(async () => {
  expect(await world.breaches()).toEqual([]);
});

afterAll(() => after.disposeAsync());

const wrong = { code: 'code.wrong' };

describe('a print code', () => {
  test('opens its owner’s queue once, even at many panels at the same moment [row 8]', async () => {
    const owner = await world.aPerson();
    const { code } = await world.issue(owner);
    const places = await Promise.all(
      Array.from({ length: 25 }, () => world.aSite({ slugs: ['a', 'b', 'c', 'd'] })),
    );
    const answers = await Promise.allSettled(
      places.flatMap((place) => ['a', 'b', 'c', 'd'].map((slug) => world.redeem(place, code, slug))),
    );
    expect(answers).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: expect.stringMatching(/^code\./) });
    }
    await world.database.query('DELETE FROM try_budgets');
  });

  test('is dead after five minutes [row 454]', async () => {
    const { code } = await world.issue(await world.aPerson());
    await shiftClock(world.database, '5 minutes');
    await expect(world.redeem(site, code)).rejects.toMatchObject(wrong);
  });

  test('lives until then, and says until when', async () => {
    const { code, expiresAt } = await world.issue(await world.aPerson());
    await shiftClock(world.database, '4 minutes 30 seconds');
    await expect(world.redeem(site, code)).resolves.toBeDefined();
    const [row]: { now: Date }[] = await world.database.query('SELECT app_now() AS now');
    expect(Date.parse(expiresAt) - row!.now.getTime()).toBeLessThanOrEqual(30_000);
  });

  test('is killed by the next one', async () => {
    const owner = await world.aPerson();
    const first = await world.issue(owner);
    const second = await world.issue(owner);
    await expect(world.redeem(site, first.code)).rejects.toMatchObject(wrong);
    await expect(world.redeem(site, second.code)).resolves.toBeDefined();
  });

  test('of somebody who was locked out since is answered, and counted, like one that nobody has', async () => {
    const place = await world.aSite();
    const owner = await world.aPerson();
    const { code } = await world.issue(owner);
    await world.lockOut(owner);
    const answerTo = (typed: string) => world.redeem(place, typed).catch((error: unknown) => error);
    const answer = await answerTo(code);
    expect(answer).toMatchObject(wrong);
    const free = await world.issue(await world.aPerson());
    expect(answer).toEqual(await answerTo(neighbours(free.code)[0]!));
    for (let turn = 2; turn < 5; turn += 1) await answerTo(code);
    expect(await answerTo(free.code)).toMatchObject({ code: 'code.paused' });
  });

  test('asked for many times at once leaves one that works', async () => {
    const owner = await world.aPerson();
    await Promise.all(Array.from({ length: 20 }, () => world.issue(owner)));
    const active: unknown[] = await world.database.query(
      `SELECT 1 FROM print_codes WHERE owner_id = $1 AND state = 'active'`,
      [owner],
    );
    expect(active).toHaveLength(1);
  });

  test('is nowhere one slip away from another', async () => {
    const owners = await Promise.all(Array.from({ length: 150 }, () => world.aPerson()));
    const codes: string[] = [];
    for (const owner of owners) codes.push((await world.issue(owner)).code);
    const active = new Set(codes);
    expect(active.size).toBe(codes.length);
    for (const code of codes) expect(neighbours(code).filter((near) => active.has(near))).toEqual([]);
  });

  test('is stored only as a hash', async () => {
    const { code } = await world.issue(await world.aPerson());
    const rows: unknown[] = await world.database.query('SELECT * FROM print_codes');
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('is asked for over HTTP by who is signed in [rows 6, 388, 452]', async () => {
    const { cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
    const answer = await world.core.call('POST', '/create-code', { cookie, body: {} });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      code: expect.stringMatching(/^\d{6}$/),
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await world.core.call('POST', '/create-code', { body: {} })).status).toBe(401);
  });

  test('the same request answers the same session again', async () => {
    const requestId = randomUUID();
    const { code } = await world.issue(await world.aPerson());
    const first = await world.redeem(site, code, 'hall', requestId);
    const again = await world.redeem(site, code, 'hall', requestId);
    expect(again.panelSessionId).toBe(first.panelSessionId);
    const found = await world.sessions.redeemed(site.agent.id, requestId);
    expect(found.id).toBe(first.panelSessionId);
    await expect(world.sessions.redeemed(site.agent.id, randomUUID())).rejects.toMatchObject(wrong);
  });

  test('the same request brings no session back that has ended', async () => {
    const requestId = randomUUID();
    const { code } = await world.issue(await world.aPerson());
    const { panelSessionId } = await world.redeem(site, code, 'hall', requestId);
    await world.sessions.end(site.agent.id, panelSessionId);
    await expect(world.redeem(site, code, 'hall', requestId)).rejects.toMatchObject({
      code: 'panel-session.ended',
    });
  });
});

describe('wrong codes', () => {
  /** A code that is certainly nobody's. */
  const nobodys = async (): Promise<string> => {
    const { code } = await world.issue(await world.aPerson());
    return neighbours(code)[0]!;
  };

  /** Seconds for which this printer still looks at no code; they have been running since the last wrong one. */
  const pauseLeft = async (place: TestSite, code: string, slug = 'hall'): Promise<number> => {
    const refusal: unknown = await world.redeem(place, code, slug).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'code.paused', retryAfterSeconds: expect.any(Number) });
    return (refusal as { retryAfterSeconds: number }).retryAfterSeconds;
  };

  test('not six digits is told apart and not counted', async () => {
    const place = await world.aSite();
    for (const text of ['', '12345', '1234567', 'abcdef', '12 456', '12345６']) {
      await expect(world.redeem(place, text)).rejects.toMatchObject({ code: 'code.malformed' });
    }
    const { code } = await world.issue(await world.aPerson());
    await expect(world.redeem(place, code)).resolves.toBeDefined();
  });

  test('five pause this printer for a minute, twice as long the next time, and no other printer', async () => {
    const place = await world.aSite();
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(world.redeem(place, await nobodys())).rejects.toMatchObject(wrong);
    }
    const { code } = await world.issue(await world.aPerson());
    const first = await pauseLeft(place, code);
    expect(first).toBeGreaterThan(30);
    expect(first).toBeLessThanOrEqual(60);
    await expect(world.redeem(place, code, 'library')).resolves.toBeDefined();

    await shiftClock(world.database, '60 seconds');
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(world.redeem(place, await nobodys())).rejects.toMatchObject(wrong);
    }
    const second = await pauseLeft(place, '000000');
    expect(second).toBeGreaterThan(60);
    expect(second).toBeLessThanOrEqual(120);
  });

  test('many at all printers of one agent pause all of them', async () => {
    const slugs = ['a', 'b', 'c', 'd'];
    const place = await world.aSite({ slugs });
    for (let turn = 0; turn < 15; turn += 1) {
      await expect(world.redeem(place, await nobodys(), slugs[turn % 4])).rejects.toMatchObject(wrong);
    }
    for (const slug of slugs) {
      await expect(world.redeem(place, '000000', slug)).rejects.toMatchObject({ code: 'code.paused' });
    }
  });

  test('pause nobody whose code was taken before: the same request is answered again', async () => {
    const place = await world.aSite();
    const { code } = await world.issue(await world.aPerson());
    const requestId = randomUUID();
    const { panelSessionId } = await world.redeem(place, code, 'hall', requestId);
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(world.redeem(place, await nobodys())).rejects.toMatchObject(wrong);
    }
    await expect(world.redeem(place, '000000')).rejects.toMatchObject({ code: 'code.paused' });
    expect(await world.redeem(place, code, 'hall', requestId)).toMatchObject({ panelSessionId });
  });

  test('are not what a request is that comes again, however often', async () => {
    const place = await world.aSite();
    const { code } = await world.issue(await world.aPerson());
    const requestId = randomUUID();
    for (let turn = 0; turn < 6; turn += 1) await world.redeem(place, code, 'hall', requestId);
    const tallies = 'SELECT 1 FROM try_budgets WHERE scope = $1';
    expect(await world.database.query(tallies, [`printer:${place.printers['hall']!}`])).toEqual([]);
  });

  test('a right code in between buys no more tries', async () => {
    const place = await world.aSite();
    for (let turn = 0; turn < 5; turn += 1) {
      await world.logIn(place, await world.aPerson());
      await expect(world.redeem(place, await nobodys())).rejects.toMatchObject(wrong);
    }
    await expect(world.redeem(place, '000000')).rejects.toMatchObject({ code: 'code.paused' });
  });

  test('at all printers of a site, whatever agents they have, pause the site and no other', async () => {
    const [place, elsewhere] = [await world.aSite(), await world.aSite()];
    await wrongAround(29, place.id);
    await expect(world.redeem(place, await nobodys(), 'hall')).rejects.toMatchObject(wrong);
    const { code } = await world.issue(await world.aPerson());
    expect(await pauseLeft(place, code, 'library')).toBeLessThanOrEqual(60);
    await expect(world.redeem(elsewhere, code)).resolves.toBeDefined();
  });

  test('all over the service pause every printer of it', async () => {
    await world.database.query('DELETE FROM try_budgets');
    await wrongAround(298);
    const [place, elsewhere] = [await world.aSite(), await world.aSite()];
    const first = await world.issue(await world.aPerson());
    await expect(world.redeem(elsewhere, first.code)).resolves.toBeDefined();
    for (const slug of ['hall', 'library'])
      await expect(world.redeem(place, await nobodys(), slug)).rejects.toMatchObject(wrong);
    const { code } = await world.issue(await world.aPerson());
    expect(await pauseLeft(elsewhere, code)).toBeLessThanOrEqual(60);
    await world.database.query('DELETE FROM try_budgets');
  });

  /** Wrong codes, each at a printer and an agent of its own; the last in the chain is what they have in common. */
  async function wrongAround(count: number, siteId?: string): Promise<void> {
    const budgets = world.core.app.get(TryBudgetsService);
    await world.database.transaction(async (tx) => {
      for (let turn = 0; turn < count; turn += 1) {
        await budgets.countWrong(tx, {
          printerId: randomUUID(),
          agentId: randomUUID(),
          siteId: siteId ?? randomUUID(),
        });
      }
    });
  }
});
