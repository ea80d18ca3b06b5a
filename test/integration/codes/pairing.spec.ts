import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import { TryBudgetsService } from '@sixpence/core/codes/try-budgets.service';
import type { Registry } from 'prom-client';
import { shiftClock } from '../../support/builders/ledger.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { neighbours } from '../../support/builders/neighbours.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';
import { recordedNews } from '../../support/peers/recorded-news.js';

let world: ReleaseWorld;
let site: TestSite;

releaseForTests(async (given) => {
  world = given;
  site = await world.aSite();
});

const success = { authenticated: true, message: 'Successfully logged in.' };
const invalid = { authenticated: false, message: 'Invalid code. Please try again.' };

/** A signed-in user with a document. */
async function aSignedInPerson() {
  const { cookie, userId } = await world.core.signedIn(`${randomUUID()}@example.com`);
  const documentId = await world.aDocument(userId);
  const give = (code: unknown, path = '/qr-auth') =>
    world.core.call('POST', path, { cookie, body: { code } });
  return {
    userId,
    documentId,
    cookie,
    give,
    giveAndRead: async (code: unknown) => (await give(code)).json() as Promise<unknown>,
  };
}

/** The answer of core when the box repeats its request. */
const ask = (requestId: string, slug = 'hall', targetSite = site) =>
  world.pairings.pair(targetSite.agent.id, { requestId, printerId: targetSite.printers[slug]! });

async function sessionOf(requestId: string, targetSite = site) {
  const answer = await ask(requestId, 'hall', targetSite);
  if (!('session' in answer)) throw new Error('This panel has no session');
  return answer.session;
}

describe('a pairing code', () => {
  test('opens the list of the user who scans it, at that panel [rows 9, 218, 396, 448, 453]', async () => {
    const [requestId, person] = [randomUUID(), await aSignedInPerson()];
    const code = await world.showCode(site, 'hall', requestId);
    expect(code).toMatch(/^\d{6}$/);
    const news = recordedNews(world.core.app);
    const answer = await person.give(code);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(success);
    const paired = { agentId: site.agent.id, printerId: site.printers['hall'], requestId };
    expect(news).toContainEqual({ kind: 'box.paired', body: paired });
    const session = await sessionOf(requestId);
    expect(session).toMatchObject({ ownerId: person.userId, printerId: site.printers['hall'] });
    const { documents } = await world.listings.listing(site.agent.id, session);
    expect(documents.map(({ documentId }) => documentId)).toEqual([person.documentId]);
    await expect(ask(requestId, 'library')).rejects.toMatchObject({ code: 'pairing.ended' });
  });

  test('needs a session: the answer is 403 without one and after its end [row 445]', async () => {
    const code = await world.showCode(site);
    for (const path of ['/qr-auth', '/qr-panel']) {
      expect((await world.core.call('POST', path, { body: { code } })).status).toBe(403);
    }
    const { cookie, give } = await aSignedInPerson();
    await world.core.call('POST', '/logout-session', { cookie, body: {} });
    expect((await give(code)).status).toBe(403);
    expect(await (await aSignedInPerson()).giveAndRead(code)).toEqual(success);
  });

  test('gets the same answer whether it is wrong, used, or expired [row 446]', async () => {
    const person = await aSignedInPerson();
    const used = await world.showCode(site);
    expect(await person.giveAndRead(used)).toEqual(success);
    const old = await world.showCode(site);
    await shiftClock(world.database, '2 minutes');
    const good = await world.showCode(site, 'library');
    for (const code of [neighbours(good)[0]!, used, old]) {
      const answer = await person.give(code);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual(invalid);
    }
    expect(await person.giveAndRead(good)).toEqual(success);
  });

  test('works for two minutes, and counts as a correct code', async () => {
    const requestId = randomUUID();
    const code = await world.showCode(site, 'hall', requestId);
    expect(await ask(requestId)).toMatchObject({ waiting: { code } });
    const budgets = world.core.app.get(TryBudgetsService);
    const { right } = await budgets.recentTries(world.database, 'pairing');
    await shiftClock(world.database, '1 minute 40 seconds');
    const { waiting } = (await ask(requestId)) as { waiting: { secondsLeft: number } };
    expect(waiting.secondsLeft).toBeLessThanOrEqual(19);
    expect(waiting.secondsLeft).toBeGreaterThan(0);
    expect(await (await aSignedInPerson()).giveAndRead(code)).toEqual(success);
    expect(await budgets.recentTries(world.database, 'pairing')).toMatchObject({ right: right + 1 });
  });

  test.each(['', '12345', '1234567', 'abcdef', '12 456', 123456, null, ['123456']])(
    'must be six digits: %j is refused as malformed and not counted',
    async (text) => {
      const person = await aSignedInPerson();
      for (let turn = 0; turn < 12; turn += 1) expect((await person.give(text)).status).toBe(400);
      expect(await person.giveAndRead(await world.showCode(site))).toEqual(success);
    },
  );

  test('does not work as a print code, and a print code does not work as a pairing code', async () => {
    const person = await aSignedInPerson();
    const { code: printCode } = await world.issue(person.userId);
    expect(await person.giveAndRead(printCode)).toEqual(invalid);
    const shown = await world.showCode(site);
    await expect(world.redeem(site, shown, 'library')).rejects.toMatchObject({ code: 'code.wrong' });
    await expect(world.redeem(site, printCode, 'library')).resolves.toBeDefined();
    expect(await person.giveAndRead(shown)).toEqual(success);
  });

  test('never differs by one typing error from another code, of a panel or of a user', async () => {
    const places = await Promise.all(Array.from({ length: 40 }, () => world.aSite({ slugs: ['hall'] })));
    const shown = await Promise.all(places.map((targetSite) => world.showCode(targetSite)));
    const typed = await Promise.all(places.map(async () => (await world.issue(await world.aPerson())).code));
    const active = new Set([...shown, ...typed]);
    expect(active.size).toBe(80);
    for (const code of active) expect(neighbours(code).filter((near) => active.has(near))).toEqual([]);
  });

  test('is stored only as a hash, and has no owner', async () => {
    const requestId = randomUUID();
    const code = await world.showCode(site, 'hall', requestId);
    const [row]: object[] = await world.database.query('SELECT * FROM print_codes WHERE request_id = $1', [
      requestId,
    ]);
    expect(JSON.stringify({ ...row, near: 'keyed hashes' })).not.toContain(code);
    expect(row).toMatchObject({ kind: 'pairing', owner_id: null });
  });

  test('exists only after a request: an idle service has none', async () => {
    const [row]: { count: number }[] = await world.database.query(
      `SELECT count(*)::int AS count FROM print_codes WHERE kind = 'pairing' AND printer_id = ANY($1)`,
      [Object.values((await world.aSite()).printers)],
    );
    expect(row!.count).toBe(0);
  });
});

describe('a box that asks for a pairing code', () => {
  test('gets the same code for the same request; another request gets another code and invalidates the first', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const code = await world.showCode(site, 'hall', first);
    expect(await world.showCode(site, 'hall', first)).toBe(code);
    const other = await world.showCode(site, 'hall', second);
    expect(other).not.toBe(code);
    await expect(ask(first)).rejects.toMatchObject({ code: 'pairing.ended' });
    const person = await aSignedInPerson();
    expect(await person.giveAndRead(code)).toEqual(invalid);
    expect(await person.giveAndRead(other)).toEqual(success);
  });

  test('learns that the code has expired', async () => {
    const requestId = randomUUID();
    await world.showCode(site, 'hall', requestId);
    await shiftClock(world.database, '2 minutes');
    await expect(ask(requestId)).rejects.toMatchObject({ code: 'pairing.ended' });
  });

  test('gets one code for many equal requests at once', async () => {
    const requestId = randomUUID();
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => world.showCode(site, 'hall', requestId)),
    );
    expect(new Set(codes).size).toBe(1);
  });

  test('is refused for a printer of another box, and for a request id of another box', async () => {
    const other = await world.aSite();
    const requestId = randomUUID();
    const foreign = { requestId, printerId: site.printers['hall']! };
    await expect(world.pairings.pair(other.agent.id, foreign)).rejects.toMatchObject({
      code: 'printer.unknown',
    });
    const code = await world.showCode(site, 'hall', requestId);
    await expect(ask(requestId, 'hall', other)).rejects.toMatchObject({ code: 'pairing.ended' });
    await world.pairings.unpair(other.agent.id, { requestId });
    expect(await (await aSignedInPerson()).giveAndRead(code)).toEqual(success);
    // The other box does not get the list either.
    await expect(ask(requestId, 'hall', other)).rejects.toMatchObject({ code: 'pairing.ended' });
  });

  test('is refused while the printer prints; a code shown before stays valid, but opens no list until the job has ended', async () => {
    const targetSite = await world.aSite();
    const person = await aSignedInPerson();
    const owner = await world.aPerson();
    await world.aDocument(owner);
    const listing = await world.logIn(targetSite, owner);
    const requestId = randomUUID();
    const code = await world.showCode(targetSite, 'hall', requestId);
    const { jobs } = await world.print(targetSite, listing);
    await world.jobs.progress(targetSite.agent.id, {
      jobId: jobs[0]!.jobId,
      sequence: 1,
      state: 'printing',
      impressions: 0,
    });
    expect(await person.giveAndRead(code)).toEqual({
      authenticated: false,
      message: 'This printer is busy. Please wait until it has finished.',
    });
    await expect(world.showCode(targetSite)).rejects.toMatchObject({ code: 'printer.busy' });
    await world.jobs.settleJob(targetSite.agent.id, {
      jobId: jobs[0]!.jobId,
      outcome: 'completed',
      impressions: 3,
    });
    expect(await person.giveAndRead(code)).toEqual(success);
  });

  test('shows a code that opens no list at the moment of PRINT, and opens it after the job', async () => {
    const targetSite = await world.aSite();
    const [person, owner] = [await aSignedInPerson(), await world.aPerson()];
    const documentId = await world.aDocument(owner);
    const listing = await world.logIn(targetSite, owner);
    const code = await world.showCode(targetSite);
    const { pressed, typed } = await world.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [documentId]);
      const pressed = world.print(targetSite, listing);
      await lockWaits(world.database, 1);
      const typed = person.giveAndRead(code);
      await lockWaits(world.database, 2);
      return { pressed, typed };
    });
    const { jobs } = await pressed;
    expect(await typed).toMatchObject({ authenticated: false, message: expect.stringContaining('busy') });
    await world.jobs.settleJob(targetSite.agent.id, {
      jobId: jobs[0]!.jobId,
      outcome: 'completed',
      impressions: 3,
    });
    expect(await person.giveAndRead(code)).toEqual(success);
  });

  test('is refused when its printer has no prices', async () => {
    const targetSite = await world.aSite();
    await world.database.query('DELETE FROM price_lists WHERE site_id = $1', [targetSite.id]);
    await expect(world.showCode(targetSite)).rejects.toMatchObject({ code: 'printer.unpriced' });
  });

  test('shows a code that opens no list after its printer moved to another box', async () => {
    const [targetSite, other] = [await world.aSite(), await world.aSite()];
    const code = await world.showCode(targetSite);
    await world.database.query('UPDATE printers SET agent_id = $1 WHERE id = $2', [
      other.agent.id,
      targetSite.printers['hall'],
    ]);
    expect(await (await aSignedInPerson()).giveAndRead(code)).toEqual(invalid);
  });

  test('shows a code that opens no list after the box was revoked', async () => {
    const targetSite = await world.aSite();
    const code = await world.showCode(targetSite);
    await world.agents.revoke(targetSite.agent.id);
    expect(await (await aSignedInPerson()).giveAndRead(code)).toEqual(invalid);
  });
});

describe('the preview of a pairing code', () => {
  test('shows the printer and its site, also when the user requests it often', async () => {
    const person = await aSignedInPerson();
    const code = await world.showCode(site);
    for (let turn = 0; turn < 15; turn += 1) {
      const answer = await person.give(code, '/qr-panel');
      expect(await answer.json()).toEqual({
        found: true,
        printer: 'hall',
        site: expect.stringContaining('site '),
      });
    }
    expect(await person.giveAndRead(code)).toEqual(success);
    expect(await (await person.give(code, '/qr-panel')).json()).toEqual({ found: false });
  });
});

describe('attacks on device pairing (RFC 8628)', () => {
  test('§5.4: the preview of a code that was sent to a victim opens no list, and names the panel that shows the code', async () => {
    const requestId = randomUUID();
    const victim = await aSignedInPerson();
    const code = await world.showCode(site, 'hall', requestId);
    expect(await (await victim.give(code, '/qr-panel')).json()).toMatchObject({
      found: true,
      printer: 'hall',
    });
    expect(await ask(requestId)).toHaveProperty('waiting.code', code);
  });

  test('§5.4: when a user leaves the panel, its code becomes invalid and its session ends', async () => {
    const targetSite = await world.aSite();
    const [leftRequest, opened] = [randomUUID(), randomUUID()];
    const person = await aSignedInPerson();
    const code = await world.showCode(targetSite, 'hall', leftRequest);
    await world.pairings.unpair(targetSite.agent.id, { requestId: leftRequest });
    expect(await person.giveAndRead(code)).toEqual(invalid);
    expect(await person.giveAndRead(await world.showCode(targetSite, 'hall', opened))).toEqual(success);
    const { id } = await sessionOf(opened, targetSite);
    await world.pairings.unpair(targetSite.agent.id, { requestId: opened });
    await world.pairings.unpair(targetSite.agent.id, { requestId: opened });
    await expect(world.sessions.touchSession(targetSite.agent.id, id)).rejects.toMatchObject({
      code: 'panel-session.ended',
    });
  });

  test('§5.5: an attacker who scans first opens only their own list; the scan of the other user is refused', async () => {
    const requestId = randomUUID();
    const [spy, person] = [await aSignedInPerson(), await aSignedInPerson()];
    const code = await world.showCode(site, 'hall', requestId);
    expect(await spy.giveAndRead(code)).toEqual(success);
    expect(await person.giveAndRead(code)).toEqual(invalid);
    expect((await sessionOf(requestId)).ownerId).toBe(spy.userId);
  });

  test('§5.5: of many users who scan one code at the same moment, one opens their own list', async () => {
    const requestId = randomUUID();
    const people = await Promise.all(Array.from({ length: 8 }, aSignedInPerson));
    const code = await world.showCode(site, 'hall', requestId);
    const answers = await Promise.all(people.map(({ giveAndRead }) => giveAndRead(code)));
    const opened = people.filter((_, turn) => JSON.stringify(answers[turn]) === JSON.stringify(success));
    expect(opened).toHaveLength(1);
    expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(invalid))).toHaveLength(7);
    expect((await sessionOf(requestId)).ownerId).toBe(opened[0]!.userId);
  });

  test('replay: a code opens a panel once, also for the same user', async () => {
    const requestId = randomUUID();
    const person = await aSignedInPerson();
    const code = await world.showCode(site, 'hall', requestId);
    expect(await person.giveAndRead(code)).toEqual(success);
    expect(await person.giveAndRead(code)).toEqual(invalid);
    const { id } = await sessionOf(requestId);
    await world.sessions.endSession(site.agent.id, id);
    expect(await person.giveAndRead(code)).toEqual(invalid);
    await expect(ask(requestId)).rejects.toMatchObject({ code: 'panel-session.ended' });
  });

  test('a new password ends a session opened with a stolen cookie, also one opened at the same moment', async () => {
    const requestId = randomUUID();
    const thief = await world.aBrowserOf(await world.aPerson());
    const code = await world.showCode(site, 'hall', requestId);
    const { opening } = await world.database.transaction(async (tx) => {
      await tx.query('DELETE FROM sessions WHERE user_id = $1', [thief.userId]);
      const opening = world.pairings.openSession(thief, code).catch((error: unknown) => error);
      await Promise.race([opening, lockWaits(world.database, 1, 'FROM sessions')]);
      await world.codes.endCodeOf(tx, thief.userId);
      await world.sessions.closeSessionsOf(tx, thief.userId);
      return { opening };
    });
    expect(await opening).toMatchObject({ code: 'session.required' });
    expect(await ask(requestId)).toHaveProperty('waiting.code', code);
  });
});

test('a box gets a limited number of pairing codes a minute, and other boxes are not affected', async () => {
  const [targetSite, other] = [await world.aSite(), await world.aSite()];
  for (let turn = 0; turn < 120; turn += 1) await ask(randomUUID(), 'hall', targetSite);
  await expect(ask(randomUUID(), 'library', targetSite)).rejects.toMatchObject({ code: 'request.too-many' });
  expect(await ask(randomUUID(), 'hall', other)).toHaveProperty('waiting.code');
});

describe('wrong pairing codes', () => {
  const guess = async (person: Awaited<ReturnType<typeof aSignedInPerson>>) =>
    person.give(neighbours(await world.showCode(site))[0]!);

  test('pause the user in every browser and no other user; previews count as well', async () => {
    const guesser = await aSignedInPerson();
    const wrong = neighbours(await world.showCode(site))[0]!;
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await (await guesser.give(wrong, '/qr-panel')).json()).toEqual({ found: false });
      expect(await guesser.giveAndRead(wrong)).toEqual(invalid);
    }
    const good = await world.showCode(site);
    const paused = await guesser.give(good);
    expect(paused.status).toBe(429);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await guesser.give(good, '/qr-panel')).status).toBe(429);
    expect(await (await aSignedInPerson()).giveAndRead(good)).toEqual(success);
    await shiftClock(world.database, '1 minute');
    expect(await guesser.giveAndRead(await world.showCode(site))).toEqual(success);
  });

  test('across the service raise an alarm; other users can pair, and print codes work at printers', async () => {
    await world.database.query(
      `INSERT INTO code_tries (kind, minute, stripe, taken, wrong)
       VALUES ('pairing', date_trunc('minute', app_now()), -1, 0, 400)`,
    );
    expect((await guess(await aSignedInPerson())).status).toBe(200);
    const figures = await world.core.app.get<Registry>(METRICS).metrics();
    expect(figures).toMatch(/sixpence_code_alarms_total\{kind="pairing",strain="alarm"\} [1-9]/);
    expect(await (await aSignedInPerson()).giveAndRead(await world.showCode(site))).toEqual(success);
    await expect(world.logIn(site, await world.aPerson(), 'library')).resolves.toBeDefined();
    await world.database.query("DELETE FROM code_tries WHERE kind = 'pairing'");
  });

  test('of one user at the same moment do not wait for each other, and each is counted before it is checked', async () => {
    const guesser = await aSignedInPerson();
    const good = await world.showCode(site);
    const tried = await world.database.transaction(async (tx) => {
      const scope = `person:${guesser.userId}`;
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [scope]);
      return Promise.all([guesser.give(good), guesser.give(good, '/qr-panel'), guesser.give('000000')]);
    });
    expect(tried.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(await guesser.giveAndRead(good)).toEqual(success);
  });

  test('are forgotten an hour after the last one', async () => {
    const guesser = await aSignedInPerson();
    await guess(guesser);
    const tally = () =>
      world.database.query('SELECT wrong FROM try_budgets WHERE scope = $1', [`person:${guesser.userId}`]);
    expect(await tally()).toEqual([{ wrong: 1 }]);
    await shiftClock(world.database, '61 minutes');
    await world.sweeper.sweep();
    expect(await tally()).toEqual([]);
  });
});
