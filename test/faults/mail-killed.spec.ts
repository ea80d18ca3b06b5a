import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { Random } from '../simulate/random.js';
import { killServer } from '../support/faults/killed-database.js';
import { SmtpTalk, type SmtpReply } from '../support/peers/smtp-talk.js';
import { startWorld, type World } from '../support/worlds/world.js';
import { attached, writtenMail } from '../support/documents/written-mail.js';

/** `MAILS=500 npm run t mail-killed` sends 500 mails; `SEED` repeats the moments of the kills. */
const leastMails = Number(process.env['MAILS'] ?? 0);
const seed = Number(process.env['SEED'] ?? 2_026);
/** Each part is killed twice. */
const leastKills = 8;
/** The mails of each user, who may have a hundred documents. */
const mostMails = 90;
const people = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'].map((name) => `${name}@example.com`);
const password = 'Sixpence1';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
beforeAll(async () => {
  // Its own database server, because it is killed; durable, because committed changes must survive.
  after.defer(await startSharedServices({ durable: true }));
  world = await startWorld({ parts: ['intake'] });
  after.defer(() => world.stop());
  for (const email of people) await world.askOperator('user', 'add', email, '--password', password);
});
afterAll(() => after.disposeAsync());

const parts = {
  core: restarted(() => world.cores[0]!),
  intake: restarted(() => world.intake),
  nats: restarted(() => world.nats),
  database: () => killServer(world.database.superuserUrl),
};

function restarted(part: () => { kill: () => Promise<void>; restart: () => Promise<void> }) {
  return async () => {
    await part().kill();
    await part().restart();
  };
}

/**
 * Delivers a mail like a mail server, which retries until the mail is accepted.
 * @returns the number of failed tries
 */
async function deliverMail(from: string, data: string): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const reply = await sendMailOnce(from, data);
    if (reply?.code === 250) return tries;
    if (reply && reply.code >= 500) throw new Error(`${reply.code} ${reply.text}`);
    await sleep(300);
  }
}

/** Sends a mail. @returns undefined when the connection ended before an answer */
async function sendMailOnce(from: string, data: string): Promise<SmtpReply | undefined> {
  try {
    await using talk = await SmtpTalk.begin(world.mailPort);
    return await talk.mail({ from, to: 'print@print.localhost', data });
  } catch {
    return undefined;
  }
}

test('every mail accepted with 250 becomes one document, although parts are killed', async () => {
  // This test does not check the hourly budget, which counts every try.
  const budgetReset = setInterval(() => {
    world.query('DELETE FROM attempt_budgets').catch(() => undefined);
  }, 500);
  const counts = { mails: 0, tries: 0, kills: 0 };
  const isEnough = () => counts.kills >= leastKills && counts.mails >= leastMails;
  const sending = Promise.all(
    people.map(async (person) => {
      const sent: string[] = [];
      while (!isEnough() && sent.length < mostMails) {
        const name = `${sent.length + 1}.pdf`;
        const files = [attached(name, 'application/pdf', `%PDF-1.7 ${name}`)];
        counts.tries += await deliverMail(person, writtenMail({ from: person, parts: files }));
        counts.mails += 1;
        sent.push(name);
      }
      return { person, sent };
    }),
  );
  const random = new Random(seed);
  for (const kill of cycle(Object.values(parts))) {
    if (isEnough()) break;
    await sleep(random.between(400, 1_000));
    await kill();
    counts.kills += 1;
  }
  for (const { person: email, sent } of await sending) {
    const documents = await (await world.signIn({ email, password })).documents();
    expect(documents.map(({ fileName }) => fileName).sort()).toEqual(sent.sort());
  }
  clearInterval(budgetReset);
  if (leastMails > 0) console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  expect(counts.tries).toBeGreaterThan(0);
});

function* cycle<T>(all: readonly T[]): Generator<T> {
  for (;;) yield* all;
}
