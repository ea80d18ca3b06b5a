import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { answerTo } from '@sixpence/sandbox/dns/answer';
import { IntakeBench, printAddress, type Sender } from '../support/intake-bench.js';
import { aPdf } from '../support/pdf.js';
import { SmtpTalk, type Said } from '../support/smtp-talk.js';
import { until } from '../support/until.js';
import { attached, writtenMail } from '../support/written-mail.js';

const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.0/8 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};
/** A domain whose name servers never answer. */
const silent = 'silent.example.org';
const toData = [
  'EHLO sender.example.com',
  'MAIL FROM:<eve@example.com>',
  `RCPT TO:<${printAddress}>`,
  'DATA',
];

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let bench: IntakeBench;
let anna: Sender;
let document: Buffer;
beforeAll(async () => {
  const names = await nameServer();
  after.defer(() => {
    names.close();
  });
  const { port } = names.address();
  bench = after.use(await IntakeBench.start(zone, { DNS_SERVERS: `127.0.0.1:${port}` }));
  anna = await bench.aSender('anna@example.com');
  document = await aPdf({ pages: 1 });
});
afterAll(() => after.disposeAsync());

/** The floods of the present test. */
let flood: AsyncDisposableStack;
beforeEach(() => {
  flood = new AsyncDisposableStack();
});
afterEach(() => flood.disposeAsync());

/** Knows the zone, and leaves questions about the silent domain without an answer. */
async function nameServer(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const answer = answerTo(message, zone);
    const isSilent = message.toString('latin1').includes('silent');
    if (answer && !isSilent) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

/** From an address that no flood comes from. */
async function honestMail(): Promise<Said> {
  await using talk = await SmtpTalk.begin(bench.port, '127.0.0.200');
  const data = writtenMail({
    from: anna.address,
    parts: [attached('essay.pdf', 'application/pdf', document)],
  });
  return await talk.mail({ from: anna.address, to: printAddress, data });
}

/** A mail with a head of so many folds. */
const folded = (folds: number) =>
  `From: eve@example.com\r\nX-Folded: a\r\n${' a\r\n'.repeat(folds)}\r\nText\r\n`;

/** What one sender of a flood does in a conversation; it ends when the intake ends it. */
const floods: Record<string, (talk: SmtpTalk) => Promise<unknown>> = {
  'conversations in which nothing is said': (talk) => talk.ended(),
  'mails that come a byte at a time': async (talk) => {
    for (const line of toData) await talk.say(line);
    const drip = setInterval(() => talk.write('x'), 200);
    await talk.ended().finally(() => clearInterval(drip));
  },
  'mails with sixty thousand folds': (talk) =>
    talk.mail({ from: 'eve@example.com', to: printAddress, data: folded(60_000) }),
  'mails from a domain whose name servers do not answer': (talk) => {
    const from = `eve@${silent}`;
    const data = writtenMail({ from, parts: [{ type: 'text/plain', content: 'Text' }] });
    return talk.mail({ from, to: printAddress, data });
  },
};

/** Five senders at each of ten addresses do this; whoever is sent away comes back. @returns once all have begun */
async function begin(kinds: readonly ((talk: SmtpTalk) => Promise<unknown>)[]): Promise<void> {
  const talks = new Map<number, SmtpTalk>();
  let isOver = false;
  const senders = Array.from({ length: 50 }, async (_, index) => {
    while (!isOver) {
      await using talk = await SmtpTalk.connect(bench.port, `127.0.0.${10 + Math.floor(index / 5)}`);
      talks.set(index, talk);
      await talk
        .reply()
        .then(() => kinds[index % kinds.length]?.(talk))
        .catch(() => undefined);
      await sleep(50);
    }
  });
  flood.defer(async () => {
    isOver = true;
    for (const talk of talks.values()) talk.end();
    await Promise.all(senders);
  });
  await until(() => talks.size === senders.length);
}

describe('an honest mail is taken beside fifty', () => {
  test.each([
    ...Object.entries(floods).map(([name, one]) => [name, [one]] as const),
    ['of all these', Object.values(floods)] as const,
  ])('%s', async (_name, kinds) => {
    await begin(kinds);
    for (let number = 0; number < 3; number += 1) {
      expect(await honestMail()).toEqual({ code: 250, text: '2.0.0 Taken: see the dashboard' });
    }
  });
});

test('a head of sixty thousand folds is refused, and so is a line of a megabyte', async () => {
  for (const data of [folded(60_000), `From: eve@example.com\r\n\r\n${'a '.repeat(600_000)}\r\n`]) {
    expect(await bench.send({ from: 'eve@example.com', data })).toEqual({
      code: 554,
      text: expect.stringMatching(/^5\.6\.0 /),
    });
  }
});
