import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { answerTo } from '@sixpence/sandbox/dns/answer';
import { IntakeBench, printAddress, type Sender } from '../support/intake-bench.js';
import { aPdf } from '../support/pdf.js';
import { SmtpTalk, type Said } from '../support/smtp-talk.js';
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

/** Five conversations from each of ten addresses. */
const fifty = Array.from({ length: 50 }, (_, index) => `127.0.0.${10 + Math.floor(index / 5)}`);

const floods = {
  'fifty conversations in which nothing is said': async () => {
    for (const from of fifty) flood.use(await SmtpTalk.connect(bench.port, from));
  },
  'fifty mails that come a byte at a time': async () => {
    for (const from of fifty) {
      const talk = flood.use(await SmtpTalk.connect(bench.port, from));
      const dripping = (async () => {
        await talk.reply();
        for (const line of toData) await talk.say(line);
        const drip = setInterval(() => talk.write('x'), 200);
        flood.defer(() => clearInterval(drip));
      })();
      // The intake may end any of them.
      dripping.catch(() => undefined);
    }
  },
  'mails with sixty thousand folds': async () => {
    for (const from of fifty.slice(0, 20)) {
      const talk = flood.use(await SmtpTalk.connect(bench.port, from));
      const sending = (async () => {
        await talk.reply();
        await talk.mail({ from: 'eve@example.com', to: printAddress, data: folded(60_000) });
      })();
      sending.catch(() => undefined);
    }
  },
  'mails from a domain whose name servers do not answer': async () => {
    for (const from of fifty.slice(0, 40)) {
      const talk = flood.use(await SmtpTalk.connect(bench.port, from));
      const address = `eve@${silent}`;
      const sending = (async () => {
        await talk.reply();
        const data = writtenMail({ from: address, parts: [{ type: 'text/plain', content: 'Text' }] });
        await talk.mail({ from: address, to: printAddress, data });
      })();
      sending.catch(() => undefined);
    }
  },
};

describe('an honest mail is taken beside', () => {
  test.each([...Object.entries(floods)])('%s', async (_name, begin) => {
    flood = new AsyncDisposableStack();
    await begin();
    for (let number = 0; number < 3; number += 1) {
      expect(await honestMail()).toEqual({ code: 250, text: '2.0.0 Taken: see the dashboard' });
    }
  });

  test('all of these at once', async () => {
    flood = new AsyncDisposableStack();
    for (const begin of Object.values(floods)) await begin();
    for (let number = 0; number < 3; number += 1) {
      expect(await honestMail()).toEqual({ code: 250, text: '2.0.0 Taken: see the dashboard' });
    }
  });
});

test('a head of sixty thousand folds is refused, and so is a line of a megabyte', async () => {
  flood = new AsyncDisposableStack();
  for (const data of [folded(60_000), `From: eve@example.com\r\n\r\n${'a '.repeat(600_000)}\r\n`]) {
    expect(await bench.send({ from: 'eve@example.com', data })).toEqual({
      code: 554,
      text: expect.stringMatching(/^5\.6\.0 /),
    });
  }
});
