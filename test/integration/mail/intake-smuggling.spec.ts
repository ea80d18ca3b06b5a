import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import { IntakeBench, printAddress, type Sender } from '../../support/worlds/intake-bench.js';
import { SmtpTalk, type SmtpReply } from '../../support/peers/smtp-talk.js';

const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

let bench: IntakeBench;
let anna: Sender;
beforeAll(async () => {
  bench = await IntakeBench.start(zone);
  anna = await bench.aSender();
});
afterAll(() => bench[Symbol.asyncDispose]());

const head = (name: string, from = anna.address) =>
  `From: ${from}\r\nTo: ${printAddress}\r\nMessage-ID: <${name}.${Math.random()}@example.com>\r\nMIME-Version: 1.0\r\n` +
  `Content-Type: application/pdf; name="${name}.pdf"\r\n\r\n%PDF-1.7 ${name}\r\n`;

/** The second mail that a server would accept if it read an end of data before it. */
const smuggled = () =>
  `MAIL FROM:<${anna.address}>\r\nRCPT TO:<${printAddress}>\r\nDATA\r\n${head('smuggled')}`;

/**
 * Sends a mail in pieces. Before it sends the next piece, a NOOP on a second connection makes sure that the
 * server has read the previous one.
 */
class Pieces implements AsyncDisposable {
  private constructor(
    private readonly talk: SmtpTalk,
    private readonly pulse: SmtpTalk,
  ) {}

  static async begin(): Promise<Pieces> {
    const talk = await SmtpTalk.begin(bench.port);
    await talk.say('EHLO sender.example.com');
    return new Pieces(talk, await SmtpTalk.begin(bench.port));
  }

  /** @returns the reply to the mail, after the test that no further reply follows */
  async say(pieces: readonly string[], from = anna.address): Promise<SmtpReply> {
    for (const line of [`MAIL FROM:<${from}>`, `RCPT TO:<${printAddress}>`, 'DATA'])
      expect((await this.talk.say(line)).code).toBeLessThan(400);
    for (const piece of pieces) {
      this.talk.write(Buffer.from(piece, 'latin1'));
      await this.pulse.say('NOOP');
    }
    const reply = await this.talk.reply();
    expect(await this.talk.say('HELP')).toEqual({ code: 500, text: expect.anything() });
    return reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.talk[Symbol.asyncDispose]();
    await this.pulse[Symbol.asyncDispose]();
  }
}

/** The whole text, the text in every two pieces, and the text byte by byte. */
function cuts(text: string): string[][] {
  const inTwo = Array.from({ length: text.length - 1 }, (_, at) => [
    text.slice(0, at + 1),
    text.slice(at + 1),
  ]);
  return [[text], ...inTwo, text.split('')];
}

const ends = ['\r\n', '\n', '\r', '\r\r\n', '\n\r', '\r\n\0'];
const almostEnds = ends
  .flatMap((before) => ends.map((after) => `${before}.${after}`))
  .filter((sequence) => !sequence.includes('\r\n.\r\n'));

describe('an inexact end of data', () => {
  test.each(almostEnds)(
    '%j does not end the mail, also when it is sent in pieces, and no second mail follows',
    async (sequence) => {
      // A sequence in which each CR is followed by its LF is text of the mail. A mail with a bare CR or LF is
      // refused.
      const isText = !/\r(?!\n)|(?<!\r)\n/.test(sequence);
      const person = await bench.aSender();
      await using conversation = await Pieces.begin();
      const all = cuts(sequence);
      for (const pieces of all) {
        const mail = [head('first', person.address), ...pieces, smuggled(), '\r\n.\r\n'];
        const { code, text } = await conversation.say(mail, person.address);
        expect(`${code} ${text}`).toMatch(isText ? /^250 / : /^554 5\.6\.0 Lines/);
      }
      expect(await bench.listed(person)).toEqual(isText ? all.map(() => 'first.pdf') : []);
      expect(await bench.listed(anna)).toEqual([]);
    },
  );

  test.each(['.\n', '.\r', '.\n.\r\n', '\n.\r\n', '\r.\r\n'])(
    '%j at the beginning of the data does not end the mail',
    async (beginning) => {
      await using conversation = await Pieces.begin();
      for (const pieces of cuts(beginning)) {
        const { code } = await conversation.say([...pieces, head('first'), smuggled(), '\r\n.\r\n']);
        expect(code).toBe(554);
      }
      expect(await bench.listed(anna)).toEqual([]);
    },
  );
});

test('the exact end of data ends a mail, also when it is sent in pieces, and the next command follows', async () => {
  const person = await bench.aSender();
  await using conversation = await Pieces.begin();
  const all = cuts('\r\n.\r\n');
  for (const pieces of all) {
    const { code } = await conversation.say([head('first', person.address), ...pieces], person.address);
    expect(code).toBe(250);
  }
  expect(await bench.listed(person)).toEqual(all.map(() => 'first.pdf'));
});

test('dots at the beginning of lines arrive as text, also when the data is sent in pieces', async () => {
  const meant = '%PDF-1.7 first\r\n.\r\n..\r\n.a\r\n.';
  const person = await bench.aSender();
  await using conversation = await Pieces.begin();
  for (const pieces of cuts('..\r\n...\r\n..a\r\n..')) {
    const mail = [head('first', person.address), ...pieces, '\r\n.\r\n'];
    expect((await conversation.say(mail, person.address)).code).toBe(250);
  }
  for (const { orderId } of await person.uploads.list()) {
    const { stream } = await bench.core.app.get(ConversionsService).openSource(orderId, 1);
    expect(
      Buffer.concat((await stream.toArray()) as Buffer[])
        .toString('latin1')
        .trimEnd(),
    ).toBe(meant);
  }
  expect(await bench.listed(person)).toHaveLength(cuts('..\r\n...\r\n..a\r\n..').length);
});
