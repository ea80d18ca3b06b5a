import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { pino } from 'pino';
import type { SMTPServer } from 'smtp-server';
import { intakeConfigSchema } from './config.js';
import { makeSmtpServer } from './smtp-server.js';
import type { Deliveries } from './delivery.js';
import { limits } from './limits.js';
import type { Envelope } from './reading/check-sender.js';
import { replies } from './reply.js';

let server: SMTPServer;
let socket: Socket;
const others: Socket[] = [];
let received: string;
/** The number of mails that are being delivered. */
let deliveriesUnderWay: number;
/** Whether the senders of mails are proven. */
let areProven: boolean;
/** Answers the mails. */
let answer: () => Promise<string>;
let envelopes: Envelope[];
/** For each mail, the signal that its sender has disconnected. */
let disconnections: AbortSignal[];

beforeEach(async () => {
  // The server’s timers run as usual. The tests skip the long ones.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'setImmediate', 'setInterval'], advanceTimers: true });
  deliveriesUnderWay = 0;
  areProven = true;
  answer = () => Promise.resolve('taken');
  hanging = 0;
  envelopes = [];
  disconnections = [];
  received = '';
  const config = intakeConfigSchema.parse({
    CORE_URL: 'http://localhost:3000',
    INTAKE_TOKEN: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'http://localhost:3000',
  });
  const deliveries: Pick<Deliveries, 'takeMail'> = {
    takeMail: async (stream, of, { disconnected, proven }) => {
      deliveriesUnderWay += 1;
      envelopes.push(of);
      disconnections.push(disconnected);
      try {
        await finished(stream.resume());
        if (areProven) proven();
        return await answer();
      } finally {
        deliveriesUnderWay -= 1;
      }
    },
  };
  server = makeSmtpServer({
    config,
    deliveries,
    logger: pino({ level: 'silent' }),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
});
afterEach(async () => {
  jest.useRealTimers();
  for (const each of [socket, ...others.splice(0)]) each.destroy();
  await new Promise<void>((resolve) => server.close(resolve));
});

/** The number of mails that have arrived completely and get no answer. */
let hanging: number;
const hang = () => {
  hanging += 1;
  return new Promise<never>(() => undefined);
};

const envelope = [
  'EHLO sender.example.com',
  'MAIL FROM:<anna@example.com>',
  'RCPT TO:<print@print.localhost>',
  'DATA',
];

test.each([
  ['begins no mail', [], 'NOOP', limits.beginMs],
  ['sends a mail without an end', envelope, 'One more line', limits.conversationMs],
])(
  'a sender that %s is disconnected with 421 at its deadline',
  async (_, beginning, repeatedLine, afterMs) => {
    await expectReply(/^220 /);
    for (const line of beginning) {
      socket.write(`${line}\r\n`);
      await expectReply(/^(250|354) /);
    }
    const talking = setInterval(() => {
      if (socket.writable) socket.write(`${repeatedLine}\r\n`);
    }, 10);
    jest.advanceTimersByTime(afterMs);
    try {
      await expectReply(/^421 4\.4\.2 /);
    } finally {
      clearInterval(talking);
    }
    await until(() => socket.readableEnded && deliveriesUnderWay === 0);
  },
);

test('the deadline for beginning a mail does not limit how long the mail takes', async () => {
  await sendLines([...envelope]);
  jest.advanceTimersByTime(limits.beginMs);
  await sendLines(['One line\r\n.'], []);
  expect(socket.readableEnded).toBe(false);
});

test('after an answered mail, its sender has the same time to begin the next mail', async () => {
  await sendLines([...envelope, 'One line\r\n.']);
  expect(deliveriesUnderWay).toBe(0);
  jest.advanceTimersByTime(limits.beginMs);
  await expectReply(/^421 4\.4\.2 /);
});

test('the greeting and the reply to EHLO name the service, its size limit, and only supported extensions', async () => {
  await expectReply(/^220 print\.localhost ESMTP Sixpence, print by mail$/);
  socket.write('EHLO sender.example.com\r\n');
  await until(() => /^250 /m.test(received));
  expect(received.trimEnd().split('\r\n')).toEqual([
    '250-print.localhost Nice to meet you, [127.0.0.1]',
    '250-PIPELINING',
    '250-8BITMIME',
    '250-SMTPUTF8',
    '250 SIZE 52428800',
  ]);
});

test.each(['AUTH PLAIN AGEAYg==', 'VRFY anna', 'EXPN friends', 'HELP'])('%s is refused', async (line) => {
  await sendLines(envelope.slice(0, 1));
  socket.write(`${line}\r\n`);
  await expectReply(/^500 /);
  expect(socket.readableEnded).toBe(false);
});

test('without a certificate STARTTLS is refused', async () => {
  await sendLines(envelope.slice(0, 1));
  socket.write('STARTTLS\r\n');
  await expectReply(/^500 /);
  expect(socket.readableEnded).toBe(false);
});

test.each(['anna@example.com', ''])('a mail from %j is delivered with its envelope', async (sender) => {
  const [hello, , to, data] = envelope;
  await sendLines([hello!, `MAIL FROM:<${sender}>`, to!.replace('print@', 'Print+mono@'), data!, '.']);
  expect(envelopes).toEqual([
    { ip: '127.0.0.1', helo: 'sender.example.com', sender, recipient: 'Print+mono@print.localhost' },
  ]);
});

test.each([
  ['a refusal', replies.relay(), /^550 5\.7\.1 Relaying denied/],
  ['any other error', new Error('a bug'), /^451 4\.3\.0 Not taken at present/],
])('a mail that fails by %s is answered, and the conversation continues', async (_what, error, sentence) => {
  answer = () => Promise.reject(error);
  await sendLines([...envelope, 'One line\r\n.'], [220, 250, 250, 250, 354, sentence]);
  await sendLines(['NOOP'], []);
  expect(deliveriesUnderWay).toBe(0);
});

test('a delivery gets a signal when its sender disconnects', async () => {
  answer = hang;
  await sendLines(envelope);
  socket.write('One line\r\n.\r\n');
  await until(() => hanging === 1);
  expect(disconnections[0]!.aborted).toBe(false);
  socket.destroy();
  await until(() => disconnections[0]!.aborted);
});

test('a server that cannot listen ends the intake; a failed connection does not', () => {
  expect(() => server.emit('error', Object.assign(new Error('in use'), { syscall: 'listen' }))).toThrow(
    'in use',
  );
  server.emit('error', Object.assign(new Error('reset'), { syscall: 'read' }));
});

/** Opens this many conversations, each from its own address. @returns the greeting of each */
async function open(count: number, options: { allowHalfOpen?: true } = {}): Promise<string[]> {
  const { port } = server.server.address() as AddressInfo;
  const greetings = Array.from({ length: count }, async () => {
    const localAddress = `127.0.1.${others.length + 1}`;
    const other = connect({ ...options, port, host: '127.0.0.1', localAddress });
    others.push(other);
    const [greeting] = (await once(other, 'data')) as [Buffer];
    return greeting.toString();
  });
  return Promise.all(greetings);
}

test('the fiftieth conversation closes none, and the fifty-first closes the oldest one', async () => {
  await expectReply(/^220 /);
  expect((await open(limits.connections - 1)).join('')).not.toContain('421');
  await sendLines(['NOOP'], []);
  expect((await open(1)).join('')).not.toContain('421');
  await expectReply(/^421 4\.3\.2 /);
  expect(others.map(({ readableEnded }) => readableEnded)).toEqual(Array(limits.connections).fill(false));
});

test.each([
  ['is proven', 'stays', true],
  ['is not proven', 'is closed', false],
])('the oldest conversation, whose mail %s, %s', async (_what, end, proven) => {
  areProven = proven;
  await expectReply(/^220 /);
  await open(1);
  const [closing, staying] = end === 'stays' ? [others[0]!, socket] : [socket, others[0]!];
  const closed = once(closing, 'end');
  await sendLines([...envelope, 'One line\r\n.'], []);
  await open(limits.connections - 1);
  await closed;
  expect(staying.readableEnded).toBe(false);
});

test('a conversation whose proven mail was answered can be closed like any other', async () => {
  await sendLines([...envelope, 'One line\r\n.']);
  await open(limits.connections);
  await expectReply(/^421 4\.3\.2 /);
  expect(others.some(({ readableEnded }) => readableEnded)).toBe(false);
});

/** Sends an envelope in a conversation, and this part of a mail. */
async function sendEnvelope(other: Socket, mail = ''): Promise<void> {
  const lines = envelope.map((line) => `${line}\r\n`).join('');
  other.write(lines);
  for (let text = ''; !/^354 /m.test(text);) text += String((await once(other, 'data'))[0]);
  other.write(mail);
}

test.each([
  ['sends a mail', 'sends nothing', ''],
  ['waits for the proof of its mail', 'sends a mail', 'One line\r\n.\r\n'],
])('the oldest conversation, which %s, stays, and one that %s is closed', async (_is, _others, mail) => {
  areProven = false;
  answer = hang;
  await expectReply(/^220 /);
  await sendEnvelope(socket, mail);
  await open(limits.connections - 1);
  if (mail !== '') await Promise.all(others.map((other) => sendEnvelope(other)));
  await until(() => (mail === '' ? envelopes.length === 1 : hanging === 1));
  const closed = once(others[0]!, 'end');
  await open(1);
  await closed;
  expect(socket.readableEnded).toBe(false);
});

test('a new conversation is refused with 421 when each open one has a proven mail', async () => {
  answer = hang;
  await expectReply(/^220 /);
  await open(limits.connections - 1);
  await Promise.all([socket, ...others].map((each) => sendEnvelope(each, 'One line\r\n.\r\n')));
  await until(() => hanging === limits.connections);
  expect(await open(1)).toEqual([expect.stringMatching(/^421 4\.3\.2 /)]);
  expect([socket, ...others].filter(({ readableEnded }) => readableEnded)).toHaveLength(0);
});

test('clients that never disconnect hold at most twice as many sockets as the limit of conversations', async () => {
  await open(3 * limits.connections, { allowHalfOpen: true });
  const count = async () => {
    await new Promise(setImmediate);
    return new Promise<number>((resolve) =>
      server.server.getConnections((_error, number) => resolve(number)),
    );
  };
  let sockets = Infinity;
  await until(async () => (sockets = await count()) <= 2 * limits.connections);
  expect(sockets).toBe(2 * limits.connections);
  // Closed sockets are not counted any more, so a refused client can still read its reply.
  for (const other of others.splice(0)) other.destroy();
  await until(async () => (await count()) === 0);
  await open(limits.connections + 1, { allowHalfOpen: true });
  expect(await count()).toBe(limits.connections + 1);
});

test('a conversation that has ended leaves no timer', async () => {
  // The client sees the end before the server does.
  const ended = jest.spyOn(server, 'onClose');
  await sendLines([...envelope, 'One line\r\n.', 'QUIT'], [220, 250, 250, 250, 354, 250, 221]);
  await until(() => ended.mock.calls.length === 1);
  expect(jest.getTimerCount()).toBe(0);
  await open(1);
  expect(jest.getTimerCount()).toBeGreaterThan(0);
  others[0]!.destroy();
  await until(() => ended.mock.calls.length === 2);
  expect(jest.getTimerCount()).toBe(0);
});

/** Sends these lines one by one. @param codes the replies, by default from the greeting to the last line */
async function sendLines(lines: readonly string[], codes?: readonly (number | RegExp)[]): Promise<void> {
  if (codes?.length !== 0) await expectReply(/^220 /);
  for (const [index, line] of lines.entries()) {
    socket.write(`${line}\r\n`);
    const code = codes?.[index + 1] ?? /^(250|354) /;
    await expectReply(typeof code === 'number' ? new RegExp(`^${code} `) : code);
  }
}

/** Waits until the last received line matches. */
async function expectReply(line: RegExp): Promise<void> {
  const lastLine = () => received.trimEnd().split('\r\n').at(-1) ?? '';
  await until(() => line.test(lastLine()));
  received = '';
}
