import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTo, type Zone } from '@sixpence/sandbox/dns/answer';
import { SmtpTalk } from './smtp-talk.js';
import { until } from '../until.js';
import { writtenMail } from '../documents/written-mail.js';

/** The act of one sender in a conversation. The sender reconnects when the intake ends it. */
export type MailFlood = (talk: SmtpTalk) => Promise<unknown>;

/** A domain whose name servers never answer. */
const silentDomain = 'silent.example.org';

/** A DNS server that knows the zone and does not answer questions about the silent domain. */
export async function halfSilentNames(zone: Zone): Promise<Socket> {
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

/** A mail whose header has this many folds. */
export const folded = (folds: number) =>
  `From: eve@example.com\r\nX-Folded: a\r\n${' a\r\n'.repeat(folds)}\r\nText\r\n`;

/** Floods of mail to this address of the service. Some of the mails have a header of this many folds. */
export function mailFloods(to: string, folds = 60_000): Readonly<Record<string, MailFlood>> {
  const toData = ['EHLO sender.example.com', 'MAIL FROM:<eve@example.com>', `RCPT TO:<${to}>`, 'DATA'];
  return {
    'conversations in which nothing is said': (talk) => talk.untilEnded(),
    'mails that come a byte at a time': async (talk) => {
      for (const line of toData) await talk.say(line);
      const drip = setInterval(() => talk.write('x'), 200);
      await talk.untilEnded().finally(() => clearInterval(drip));
    },
    'mails with many folds': (talk) => talk.mail({ from: 'eve@example.com', to, data: folded(folds) }),
    'mails from a domain whose name servers do not answer': (talk) => {
      const from = `eve@${silentDomain}`;
      const data = writtenMail({ from, parts: [{ type: 'text/plain', content: 'Text' }] });
      return talk.mail({ from, to, data });
    },
  };
}

/**
 * Runs senders, five at each address, and divides them equally among these floods. A sender whose
 * conversation ends starts again.
 * @returns once all have begun
 */
export async function floodWithMail(
  port: number,
  kinds: readonly MailFlood[],
  count = 50,
): Promise<AsyncDisposable> {
  const talks = new Map<number, SmtpTalk>();
  let isOver = false;
  const senders = Array.from({ length: count }, async (_, index) => {
    while (!isOver) {
      await using talk = await SmtpTalk.connect(port, `127.0.0.${10 + Math.floor(index / 5)}`);
      talks.set(index, talk);
      await talk
        .reply()
        .then(() => kinds[index % kinds.length]?.(talk))
        .catch(() => undefined);
      await sleep(50);
    }
  });
  const end = async () => {
    isOver = true;
    for (const talk of talks.values()) talk.end();
    await Promise.all(senders);
  };
  await until(() => talks.size === senders.length);
  return { [Symbol.asyncDispose]: end };
}
