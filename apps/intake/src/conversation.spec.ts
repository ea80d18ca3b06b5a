import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { SMTPServer } from 'smtp-server';
import { intakeConfigSchema } from './config.js';
import { conversation } from './conversation.js';
import type { Deliveries } from './delivery.js';
import { limits } from './limits.js';

let server: SMTPServer;
let socket: Socket;
const others: Socket[] = [];
let heard: string;
/** The number of mails being received. */
let taken: number;
/** Whether the senders of mails are proven. */
let areProven: boolean;

beforeEach(async () => {
  // The server’s timers run as usual, and the test skips the long one.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'setImmediate', 'setInterval'], advanceTimers: true });
  taken = 0;
  areProven = true;
  heard = '';
  const config = intakeConfigSchema.parse({
    CORE_URL: 'http://localhost:3000',
    INTAKE_TOKEN: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'http://localhost:3000',
  });
  const deliveries: Pick<Deliveries, 'take'> = {
    take: async (stream, _envelope, { proven }) => {
      taken += 1;
      try {
        await finished(stream.resume());
        if (areProven) proven();
        return 'taken';
      } finally {
        taken -= 1;
      }
    },
  };
  server = conversation({
    config,
    deliveries,
    logger: pino({ level: 'silent' }),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => (heard += text));
  socket.on('error', () => undefined);
});
afterEach(async () => {
  jest.useRealTimers();
  for (const each of [socket, ...others.splice(0)]) each.destroy();
  await new Promise<void>((resolve) => server.close(resolve));
});

const envelope = [
  'EHLO sender.example.com',
  'MAIL FROM:<anna@example.com>',
  'RCPT TO:<print@print.localhost>',
  'DATA',
];

test.each([
  ['begins no mail', [], 'NOOP', limits.beginMs],
  ['sends a mail without an end', envelope, 'One more line', limits.conversationMs],
])('a sender that %s is told to begin another conversation', async (_, beginning, onAndOn, afterMs) => {
  await hears(/^220 /);
  for (const line of beginning) {
    socket.write(`${line}\r\n`);
    await hears(/^(250|354) /);
  }
  const talking = setInterval(() => {
    if (socket.writable) socket.write(`${onAndOn}\r\n`);
  }, 10);
  jest.advanceTimersByTime(afterMs);
  try {
    await hears(/^421 4\.4\.2 /);
  } finally {
    clearInterval(talking);
  }
  await until(() => socket.readableEnded && taken === 0);
});

test('a sender whose mail was answered has the same time again to begin another one', async () => {
  await hears(/^220 /);
  for (const line of [...envelope, 'One line\r\n.']) {
    socket.write(`${line}\r\n`);
    await hears(/^(250|354) /);
  }
  expect(taken).toBe(0);
  jest.advanceTimersByTime(limits.beginMs);
  await hears(/^421 4\.4\.2 /);
});

/** Opens this many conversations, each from its own address. @returns the greeting of each */
async function open(count: number): Promise<string[]> {
  const { port } = server.server.address() as AddressInfo;
  const greetings = Array.from({ length: count }, async () => {
    const other = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${others.length + 1}` });
    others.push(other);
    const [greeting] = (await once(other, 'data')) as [Buffer];
    return greeting.toString();
  });
  return Promise.all(greetings);
}

test('with fifty conversations the longest silent one is closed for a new one', async () => {
  await hears(/^220 /);
  expect((await open(limits.connections)).join('')).not.toContain('421');
  await hears(/^421 4\.3\.2 /);
});

test.each([
  ['is proven', 'stays', true],
  ['proves nobody', 'gives way', false],
])('the oldest conversation, whose mail %s, %s', async (_what, end, proven) => {
  areProven = proven;
  await hears(/^220 /);
  await open(1);
  const [leaving, staying] = end === 'stays' ? [others[0]!, socket] : [socket, others[0]!];
  const gone = once(leaving, 'end');
  for (const line of [...envelope, 'One line\r\n.']) {
    socket.write(`${line}\r\n`);
    await hears(/^(250|354) /);
  }
  await open(limits.connections - 1);
  await gone;
  expect(staying.readableEnded).toBe(false);
});

/** Waits until the last line matches. */
async function hears(line: RegExp): Promise<void> {
  const lastLine = () => heard.trimEnd().split('\r\n').at(-1) ?? '';
  await until(() => line.test(lastLine()));
  heard = '';
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
