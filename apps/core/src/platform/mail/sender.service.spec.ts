import { randomBytes } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { answeredDatabase } from '../database/testing/answered-database.js';
import type { CoreConfig } from '../process/config.js';
import { createLogger } from '../process/logger.js';
import type { Letter } from './letter.js';
import type { MailTransport } from './mail-transport.js';
import { mailKey, MailService } from './mail.service.js';
import { sealLetter } from './sealed-letter.js';
import { SenderService } from './sender.service.js';

const config = { SECRET_KEY: randomBytes(32) } as unknown as CoreConfig;
const letter = { to: 'anna@example.com', subject: 'x', text: 'x' };

afterEach(() => {
  jest.useRealTimers();
});

/** A sender whose database hands out this many due mails at each read. */
function aSender({ due = [] as number[], isLate = false, transport = true } = {}) {
  const seen = { reads: 0, sent: [] as string[], statements: [] as string[], log: [] as object[] };
  let fails: Error | undefined;
  const dueMails = () => {
    const first = seen.reads * 10;
    return Array.from({ length: due[seen.reads++] ?? 0 }, (_, each) => {
      const id = `m${first + each}`;
      return { id, sealed: sealLetter(mailKey(config), id, letter), tries: 3, is_late: isLate };
    });
  };
  const query = (text: string, values: unknown[]) => {
    if (text.startsWith('UPDATE outgoing_mails\n')) return Promise.resolve({ rows: dueMails() });
    seen.statements.push(`${text.split(/ WHERE/)[0]}: ${values.join(' ')}`);
    return Promise.resolve({ rows: [], rowCount: 1 });
  };
  const mailer = {
    sendMail: (id: string, { to }: Letter) => {
      seen.sent.push(`${id} to ${to}`);
      return fails ? Promise.reject(fails) : Promise.resolve();
    },
    close: jest.fn(),
  } satisfies MailTransport;
  const log = {
    write: (line: string) => {
      const { level, msg, mailId, tries, reply, reason } = JSON.parse(line) as Record<string, unknown>;
      seen.log.push({ level, msg, mailId, tries, reply, reason });
    },
  };
  const sender = new SenderService(
    answeredDatabase(query),
    new MailService(config),
    transport ? mailer : null,
    config,
    createLogger('info', log),
  );
  return { sender, seen, mailer, failWith: (error: Error | undefined) => (fails = error) };
}

const sweep = /^DELETE FROM outgoing_mails: /;

test('a round reads due mail until a batch is not full, then deletes mail that was given up long ago', async () => {
  const { sender, seen } = aSender({ due: [5, 5, 4, 5] });
  await sender.sendDueMail();
  expect(seen.reads).toBe(3);
  expect(seen.sent).toHaveLength(14);
  expect(seen.sent[0]).toBe('m0 to anna@example.com');
  expect(seen.statements).toHaveLength(15);
  expect(seen.statements[0]).toBe('DELETE FROM outgoing_mails: m0');
  expect(seen.statements.at(-1)).toMatch(sweep);
});

test('a stopped round reads no further mail', async () => {
  const { sender, seen } = aSender({ due: [5, 5] });
  const stopping = new AbortController();
  const round = sender.sendDueMail(stopping.signal);
  stopping.abort();
  await round;
  expect(seen.reads).toBe(1);
  await sender.sendDueMail(stopping.signal);
  expect(seen.reads).toBe(1);
});

test('mail that is being sent when core stops has two seconds; destroying the sender closes its connections at once', async () => {
  jest.useFakeTimers();
  const { sender, mailer } = aSender();
  const stopping = new AbortController();
  for (let round = 0; round < 3; round += 1) await sender.sendDueMail(stopping.signal);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(mailer.close).not.toHaveBeenCalled();
  stopping.abort();
  await jest.advanceTimersByTimeAsync(1_999);
  expect(mailer.close).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(mailer.close).toHaveBeenCalledTimes(1);
  sender.onModuleDestroy();
  expect(mailer.close).toHaveBeenCalledTimes(2);
});

test('without a mail server core logs that mail waits', () => {
  const without = aSender({ transport: false });
  without.sender.onApplicationBootstrap();
  without.sender.onModuleDestroy();
  expect(without.seen.log).toMatchObject([{ level: 40, msg: expect.stringMatching(/^MAIL_URL is not set/) }]);
  const { sender, seen } = aSender();
  sender.onApplicationBootstrap();
  expect(seen.log).toEqual([]);
});

test.each([
  [
    Object.assign(new Error('anna@example.com: later'), { responseCode: 451, code: 'EENVELOPE' }),
    '451 EENVELOPE',
  ],
  [Object.assign(new Error('anna@example.com: later'), { code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
  [new TypeError('anna@example.com: broken'), 'TypeError'],
])('a failed try is delayed, and logged without the text of the server (case %#)', async (error, reply) => {
  const { sender, seen, failWith } = aSender({ due: [1] });
  failWith(error);
  await sender.sendDueMail();
  expect(seen.log).toEqual([
    { level: 40, msg: 'sending a mail failed; it will be retried', mailId: 'm0', tries: 3, reply },
  ]);
  expect(seen.statements[0]).toMatch(/^UPDATE outgoing_mails SET next_try_at = .*: 60 m0$/);
});

test('mail that is refused for good, or is late, is given up, and the log says why', async () => {
  const refused = aSender({ due: [1] });
  refused.failWith(Object.assign(new Error('no'), { responseCode: 554, command: 'DATA' }));
  await refused.sender.sendDueMail();
  const late = aSender({ due: [1], isLate: true });
  await late.sender.sendDueMail();
  expect(late.seen.sent).toEqual([]);
  const log = { level: 50, msg: 'a mail was given up', mailId: 'm0', tries: 3 };
  expect([...refused.seen.log, ...late.seen.log]).toEqual([
    { ...log, reason: '554' },
    { ...log, reason: 'too late' },
  ]);
});
