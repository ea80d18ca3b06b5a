import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SmtpTalk, type Said } from '../support/smtp-talk.js';
import { startWorld, type World } from '../support/world.js';
import { attached, writtenMail } from '../support/written-mail.js';

/** Each part is killed twice. */
const mostKills = 6;
/** Of a person, who has room for a hundred documents. */
const mostMails = 90;
const people = ['ann', 'bob', 'cat', 'dan'].map((name) => `${name}@example.com`);
const password = 'Sixpence1';

let world: World;
beforeAll(async () => {
  world = await startWorld({ parts: ['intake'] });
  for (const email of people) await world.askOperator('user', 'add', email, '--password', password);
});
afterAll(() => world.stop());

const parts = [
  { kill: () => world.cores[0]!.kill(), restart: () => world.cores[0]!.restart() },
  { kill: () => world.intake.kill(), restart: () => world.intake.restart() },
  { kill: () => world.nats.kill(), restart: () => world.nats.restart() },
];

/** A mail server that has a mail to hand over: it tries until it is told yes. @returns how often it was not */
async function handOver(from: string, data: string): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const said = await once(from, data);
    if (said?.code === 250) return tries;
    if (said && said.code >= 500) throw new Error(`${said.code} ${said.text}`);
    await sleep(300);
  }
}

/** Undefined when the connection ended before there was an answer. */
async function once(from: string, data: string): Promise<Said | undefined> {
  try {
    await using talk = await SmtpTalk.begin(world.mailPort);
    return await talk.mail({ from, to: 'print@print.localhost', data });
  } catch {
    return undefined;
  }
}

test('every mail that was answered 250 is its document exactly once, whatever is killed meanwhile', async () => {
  // The budget of an hour counts every try; here it is not the point.
  const unlimited = setInterval(() => {
    void world.query('DELETE FROM attempt_budgets');
  }, 500);
  let tries = 0;
  let kills = 0;
  const sending = Promise.all(
    people.map(async (person) => {
      const sent: string[] = [];
      while (kills < mostKills && sent.length < mostMails) {
        const name = `${sent.length + 1}.pdf`;
        const parts = [attached(name, 'application/pdf', `%PDF-1.7 ${name}`)];
        tries += await handOver(person, writtenMail({ from: person, parts }));
        sent.push(name);
      }
      return { person, sent };
    }),
  );
  for (; kills < mostKills; kills += 1) {
    await sleep(400 + 600 * Math.random());
    const part = parts[kills % parts.length]!;
    await part.kill();
    await part.restart();
  }
  for (const { person: email, sent } of await sending) {
    const documents = await (await world.signIn({ email, password })).documents();
    expect(documents.map(({ fileName }) => fileName).sort()).toEqual(sent.sort());
  }
  clearInterval(unlimited);
  expect(tries).toBeGreaterThan(0);
});
