import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { nearKeys } from '@sixpence/core/codes/print-code';
import type { EntityManager } from 'typeorm';
import { shiftClock } from '../../support/builders/ledger.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { neighbours } from '../../support/builders/neighbours.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

let world: ReleaseWorld;
let site: TestSite;

releaseForTests(async (given) => {
  world = given;
  site = await world.aSite();
});

const wrong = { code: 'code.wrong' };

describe('a print code', () => {
  test('opens its owner’s queue once, even at many panels at the same moment [row 8]', async () => {
    const owner = await world.aPerson();
    const { code } = await world.issue(owner);
    const sites = await Promise.all(
      Array.from({ length: 25 }, () => world.aSite({ slugs: ['a', 'b', 'c', 'd'] })),
    );
    const answers = await Promise.allSettled(
      sites.flatMap((each) => ['a', 'b', 'c', 'd'].map((slug) => world.redeem(each, code, slug))),
    );
    expect(answers).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: expect.stringMatching(/^code\./) });
    }
    await world.database.query('DELETE FROM try_budgets; DELETE FROM code_tries');
  });

  test('expires after five minutes [row 454]', async () => {
    const { code } = await world.issue(await world.aPerson());
    const active = () => world.space.countActive(world.database, 'print');
    expect(await active()).toBeGreaterThan(0);
    await shiftClock(world.database, '5 minutes');
    expect(await active()).toBe(0);
    await expect(world.redeem(site, code)).rejects.toMatchObject(wrong);
  });

  test('works until its expiry, which the answer states', async () => {
    const { code, expiresAt } = await world.issue(await world.aPerson());
    await shiftClock(world.database, '4 minutes 30 seconds');
    await expect(world.redeem(site, code)).resolves.toBeDefined();
    const [row]: { now: Date }[] = await world.database.query('SELECT app_now() AS now');
    expect(Date.parse(expiresAt) - row!.now.getTime()).toBeLessThanOrEqual(30_000);
  });

  test('is invalidated by the next code of its owner', async () => {
    const owner = await world.aPerson();
    const first = await world.issue(owner);
    const second = await world.issue(owner);
    await expect(world.redeem(site, first.code)).rejects.toMatchObject(wrong);
    await expect(world.redeem(site, second.code)).resolves.toBeDefined();
  });

  test('of a locked-out user is answered and counted like an unknown code', async () => {
    const site = await world.aSite();
    const owner = await world.aPerson();
    const { code } = await world.issue(owner);
    await world.lockOut(owner);
    const answerTo = (typed: string) => world.redeem(site, typed).catch((error: unknown) => error);
    const answer = await answerTo(code);
    expect(answer).toMatchObject(wrong);
    const free = await world.issue(await world.aPerson());
    expect(answer).toEqual(await answerTo(neighbours(free.code)[0]!));
    for (let turn = 2; turn < 5; turn += 1) await answerTo(code);
    expect(await answerTo(free.code)).toMatchObject({ code: 'code.paused' });
  });

  test('is not issued to a session that has ended', async () => {
    const owner = await world.aPerson();
    const browser = await world.aBrowserOf(owner);
    await world.database.query('DELETE FROM sessions WHERE id = $1', [browser.sessionId]);
    await expect(world.codes.issue(browser)).rejects.toMatchObject({ code: 'session.missing' });
  });

  test('requested many times at once leaves one active code', async () => {
    const owner = await world.aPerson();
    await Promise.all(Array.from({ length: 20 }, () => world.issue(owner)));
    const active: unknown[] = await world.database.query(
      `SELECT 1 FROM print_codes WHERE owner_id = $1 AND state = 'active'`,
      [owner],
    );
    expect(active).toHaveLength(1);
  });

  test('never differs from another active code by one typing error', async () => {
    const owners = await Promise.all(Array.from({ length: 150 }, () => world.aPerson()));
    const codes: string[] = [];
    for (const owner of owners) codes.push((await world.issue(owner)).code);
    const active = new Set(codes);
    expect(active.size).toBe(codes.length);
    for (const code of codes) expect(neighbours(code).filter((near) => active.has(near))).toEqual([]);
  });

  test('never differs by one typing error from a code issued at the same moment', async () => {
    const codes: string[] = [];
    // Fewer requests at a time than connections, so that no transaction waits for a connection.
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        for (let turn = 0; turn < 8; turn += 1) codes.push((await world.issue(await world.aPerson())).code);
      }),
    );
    const active = new Set(codes);
    expect(active.size).toBe(240);
    for (const code of codes) expect(neighbours(code).filter((near) => active.has(near))).toEqual([]);
  });

  test('is stored only as a hash, and its neighbours only as keyed hashes', async () => {
    const owner = await world.aPerson();
    const { code } = await world.issue(owner);
    const rows: { near: string[] }[] = await world.database.query(
      'SELECT * FROM print_codes WHERE owner_id = $1',
      [owner],
    );
    const [{ near, ...rest }] = rows as [{ near: string[] }];
    expect(JSON.stringify(rest)).not.toContain(code);
    expect(near).toEqual(nearKeys(code, world.core.config.SECRET_KEY));
  });

  test('is issued over HTTP to signed-in users only [rows 6, 388, 452]', async () => {
    const { cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
    const answer = await world.core.call('POST', '/create-code', { cookie, body: {} });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      code: expect.stringMatching(/^\d{6}$/),
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await world.core.call('POST', '/create-code', { body: {} })).status).toBe(401);
  });

  test('redeeming again with the same request id returns the same session', async () => {
    const requestId = randomUUID();
    const { code } = await world.issue(await world.aPerson());
    const first = await world.redeem(site, code, 'hall', requestId);
    const again = await world.redeem(site, code, 'hall', requestId);
    expect(again.panelSessionId).toBe(first.panelSessionId);
    const found = await world.sessions.redeemedSession(site.agent.id, requestId);
    expect(found.id).toBe(first.panelSessionId);
    await expect(world.sessions.redeemedSession(site.agent.id, randomUUID())).rejects.toMatchObject(wrong);
    const other = await world.aSite();
    await expect(world.sessions.redeemedSession(other.agent.id, requestId)).rejects.toMatchObject(wrong);
    await expect(world.redeem(site, code, 'library', requestId)).rejects.toMatchObject(wrong);
  });

  test('redeeming again with the same request id does not revive an ended session', async () => {
    const requestId = randomUUID();
    const { code } = await world.issue(await world.aPerson());
    const { panelSessionId } = await world.redeem(site, code, 'hall', requestId);
    await world.sessions.endSession(site.agent.id, panelSessionId);
    await expect(world.redeem(site, code, 'hall', requestId)).rejects.toMatchObject({
      code: 'panel-session.ended',
    });
  });
});

describe('codes issued at the same moment', () => {
  /** Expires all codes before each test, so that each test may choose its own. */
  beforeEach(async () => {
    await shiftClock(world.database, '5 minutes');
    await world.sweeper.sweep();
  });

  const giveWithin = (tx: EntityManager, ownerId: string, codes: string[]) =>
    world.space.replaceCode(tx, { kind: 'print', ownerId }, codes);
  const give = (ownerId: string, codes: string[]) =>
    world.database.transaction((tx) => giveWithin(tx, ownerId, codes));

  test.each([
    ...['923456', '193456', '129456', '123956', '123496', '123459'],
    ...['213456', '132456', '124356', '123546', '123465'],
  ])(
    'with one typing error between them, 123456 and %s: the second request waits and gets another code',
    async (near) => {
      const [first, second] = [await world.aPerson(), await world.aPerson()];
      const { later } = await world.database.transaction(async (tx) => {
        await giveWithin(tx, first, ['123456']);
        const later = give(second, [near, '654321']);
        await lockWaits(world.database, 1);
        return { later };
      });
      expect(await later).toMatchObject({ code: '654321' });
    },
  );

  test('when a core dies before its commit, the code becomes free again, and the old code of the owner stays valid', async () => {
    const [first, second] = [await world.aPerson(), await world.aPerson()];
    const old = await world.issue(first);
    const dying = world.database.createQueryRunner();
    await dying.startTransaction();
    await giveWithin(dying.manager, first, ['123456']);
    const later = give(second, ['123457']);
    await lockWaits(world.database, 1);
    const [self] = (await dying.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
    await world.database.query('SELECT pg_terminate_backend($1)', [self?.pid]);
    expect(await later).toMatchObject({ code: '123457' });
    await dying.release();
    await expect(world.redeem(site, '123456')).rejects.toMatchObject(wrong);
    await expect(world.redeem(site, old.code)).resolves.toBeDefined();
  });

  test('codes that are far apart do not wait for each other, neither at issue nor at redemption', async () => {
    const [first, second] = [await world.aPerson(), await world.aPerson()];
    const printed = await give(await world.aPerson(), ['111111']);
    await world.database.transaction(async (tx) => {
      await giveWithin(tx, first, ['123456']);
      expect(await give(second, ['654321'])).toBeDefined();
      await expect(world.redeem(site, printed!.code)).resolves.toBeDefined();
      await expect(world.redeem(site, '654321', 'library')).resolves.toBeDefined();
    });
  });

  test('codes drawn from few numbers never differ by one typing error', async () => {
    const drawn = Array.from({ length: 30 }, (_, number) => (123_400 + 3 * number).toString());
    const owners = await Promise.all(drawn.map(() => world.aPerson()));
    const given = await Promise.all(drawn.map((code, turn) => give(owners[turn]!, [code])));
    const codes = given.flatMap((issued) => issued?.code ?? []);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) expect(neighbours(code).filter((near) => codes.includes(near))).toEqual([]);
    // Each owner without a code was refused because of a neighbouring code.
    const held = new Set(codes.flatMap((code) => nearKeys(code, world.core.config.SECRET_KEY)));
    const refused = drawn.filter((code) => !codes.includes(code));
    expect(
      refused.filter((code) => !nearKeys(code, world.core.config.SECRET_KEY).some((key) => held.has(key))),
    ).toEqual([]);
  });

  test('an active code blocks its neighbours; a used, replaced, or expired code does not', async () => {
    const [first, second] = [await world.aPerson(), await world.aPerson()];
    await give(first, ['123456']);
    expect(await give(second, ['123457'])).toBeUndefined();
    await give(first, ['654321']);
    expect(await give(second, ['123457'])).toMatchObject({ code: '123457' });
    await world.redeem(site, '123457');
    expect(await give(second, ['123458'])).toMatchObject({ code: '123458' });
    await shiftClock(world.database, '5 minutes');
    expect(await give(first, ['123458'])).toMatchObject({ code: '123458' });
  });

  test('the sweep clears the neighbours of an expired code, and deletes its row a day later', async () => {
    const owner = await world.aPerson();
    await world.issue(owner);
    await shiftClock(world.database, '5 minutes');
    await world.sweeper.sweep();
    const rows: unknown[] = await world.database.query(
      'SELECT state, near FROM print_codes WHERE owner_id = $1',
      [owner],
    );
    expect(rows).toEqual([{ state: 'expired', near: null }]);
    const storedCodes = () => world.database.query('SELECT 1 FROM print_codes WHERE owner_id = $1', [owner]);
    await shiftClock(world.database, '23 hours 59 minutes');
    await world.sweeper.sweep();
    expect(await storedCodes()).toHaveLength(1);
    await shiftClock(world.database, '1 minute');
    await world.sweeper.sweep();
    expect(await storedCodes()).toEqual([]);
  });

  test('the sweep deletes more codes than one of its statements deletes', async () => {
    await world.database.query(
      `INSERT INTO print_codes (owner_id, code_hash, state, expires_at)
       SELECT $1, sha256(n::text::bytea), 'redeemed', app_now() - interval '2 days'
         FROM generate_series(1, 1001) n`,
      [await world.aPerson()],
    );
    await world.sweeper.sweep();
    const old = `SELECT 1 FROM print_codes WHERE expires_at < app_now() - interval '1 day'`;
    expect(await world.database.query(old)).toEqual([]);
  });

  test('a code typed during a password change opens no session, and there is no deadlock', async () => {
    const owner = await world.aPerson();
    const { panelSessionId } = await world.logIn(site, owner);
    const { code } = await world.issue(owner);
    const { typed } = await world.database.transaction(async (tx) => {
      await world.codes.endCodeOf(tx, owner);
      const typed = world.redeem(site, code).catch((error: unknown) => error);
      await lockWaits(world.database, 1);
      // This does not wait: the transaction that waits for the code holds no lock on the open session.
      await tx.query("SET LOCAL lock_timeout = '100ms'");
      await world.sessions.closeSessionsOf(tx, owner);
      return { typed };
    });
    expect(await typed).toMatchObject(wrong);
    await expect(world.sessions.touchSession(site.agent.id, panelSessionId)).rejects.toMatchObject({
      code: 'panel-session.ended',
    });
  });

  test('codes typed at one printer at the same moment are serialised, and each opens one session', async () => {
    const codes = [];
    for (let turn = 0; turn < 6; turn += 1) codes.push((await world.issue(await world.aPerson())).code);
    const opened = await Promise.all(codes.map((code) => world.redeem(site, code)));
    expect(new Set(opened.map(({ panelSessionId }) => panelSessionId)).size).toBe(6);
    const open: unknown[] = await world.database.query(
      'SELECT 1 FROM panel_sessions WHERE printer_id = $1 AND ended_at IS NULL',
      [site.printers['hall']],
    );
    expect(open).toHaveLength(1);
  });
});
