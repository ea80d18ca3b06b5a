import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { until } from '@sixpence/config/testing/until';
import { pino } from 'pino';
import type { SMTPServerDataStream } from 'smtp-server';
import { CoreRefusal } from './core-client.js';
import { Deliveries } from './delivery.js';
import { limits } from './limits.js';
import { QueriesOfMail } from './name-servers.js';
import { ReaderFailure, type Readers, type Work } from './readers.js';
import type { Answer } from './reading/main.js';
import type { MailContents } from './reading/take-apart.js';
import type { Reply } from './reply.js';
import { Spool, type SpooledMail } from './spool.js';

const proven = { verdict: { is: 'proven', sender: 'anna@example.com', digest: '00' } } as const;
const forged = { verdict: { is: 'unproven' } } as const;
/** The signals of a sender that is connected until the answer. */
const connected = { disconnected: new AbortController().signal, proven: () => undefined };
const envelope = { ip: '127.0.0.1', helo: 'a', sender: 'anna@example.com', recipient: 'print@b' };

let within: string;
beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'delivery-'));
});
afterEach(() => {
  rmSync(within, { recursive: true });
});

type Dependencies = ConstructorParameters<typeof Deliveries>[0];

/** A core that accepts every mail. */
const core: Dependencies['core'] = {
  checkMailSender: () => Promise.resolve(),
  beginMail: ({ documents }) =>
    Promise.resolve({ mailId: 'of core', isDone: false, addresses: documents.map(({ name }) => `/${name}`) }),
  sendFile: () => Promise.resolve(),
  endMail: () => Promise.resolve(),
};

function deliveriesWith(
  answer: Readers['readMail'],
  { spool = new Spool(within), ...others }: Partial<Dependencies> = {},
): Deliveries {
  return new Deliveries({
    spool,
    readers: { readMail: answer },
    names: { queriesFor: (deadline) => new QueriesOfMail(() => Promise.resolve([]), deadline) },
    core,
    site: 'https://print.example.com',
    logger: pino({ level: 'silent' }),
    ...others,
  });
}

/** A spool with one mail; it calls `did` for each step. */
function recordingSpool(did: (...step: unknown[]) => void, file = join(within, 'mail')) {
  const mail: SpooledMail = {
    folder: within,
    file,
    grow: (bytes) => did('grow', bytes),
    markReceived: () => did('mark received'),
    markProven: () => did('mark proven'),
    free: () => {
      did('free');
      return Promise.resolve();
    },
  };
  let drop = () => {};
  const addMail: Spool['addMail'] = (network, give) => {
    did('take', network);
    drop = give;
    return mail;
  };
  return { addMail, drop: () => drop() };
}

const mailOf = (...pieces: (string | Buffer)[]) =>
  Readable.from(pieces.map((piece) => Buffer.from(piece))) as SMTPServerDataStream;
const aMail = () => mailOf('From: anna@example.com\r\n');

const twoDocuments: MailContents = {
  documents: ['a.pdf', 'b.pdf'].map((name, index) => ({ name, file: `file of ${name}`, byteLength: index })),
  notTaken: [{ name: 'c.zip', why: 'archive' }],
  subject: 'duplex mono',
  messageId: '<1@example.com>',
};
/** Readers that find the sender proven, and answer `contents` when they take the mail apart. */
const provenWith =
  (contents: Answer): Readers['readMail'] =>
  ({ task }) =>
    Promise.resolve(task === 'check-sender' ? proven : contents);

test('a mail of a proven sender is stored step by step', async () => {
  const steps: unknown[][] = [];
  const did = (...step: unknown[]) => void steps.push(step);
  const later = (...step: unknown[]) => {
    did(...step);
    return Promise.resolve();
  };
  const network = '2001:db8:1::/48';
  const queries = [{ name: 'example.com', type: 'MX' }];
  const ask: Readers['readMail'] = (question, { network: by, time }) => {
    did(question.task, by, time.leftMs);
    if (question.task === 'take-apart') return Promise.resolve(twoDocuments);
    time.leftMs -= 1_000;
    return Promise.resolve(question.known.size === 0 ? { queries } : proven);
  };
  const names = {
    queriesFor: (deadline: AbortSignal) =>
      new QueriesOfMail((name, type) => later('resolve', name, type), deadline),
  };
  const recordingCore: Dependencies['core'] = {
    checkMailSender: (address) => later('checkMailSender', address),
    beginMail: (mail) => {
      did('begin', mail);
      return Promise.resolve({ mailId: '7', isDone: false, addresses: ['/one', '/two'] });
    },
    sendFile: (path, { name }) => later('send', path, name),
    endMail: (id) => later('end', id),
  };
  const answered = await deliveriesWith(ask, {
    spool: recordingSpool(did),
    names,
    core: recordingCore,
  }).takeMail(
    mailOf('From: anna', '@example.com\r\n'),
    { ...envelope, ip: '2001:db8:1:2::3', recipient: 'print+color@b' },
    { ...connected, proven: () => did('proven') },
  );
  expect(answered).toBe('2.0.0 Taken: see the dashboard');
  const documents = twoDocuments.documents.map(({ name, byteLength }) => ({ name, byteLength }));
  const { notTaken, messageId } = twoDocuments;
  expect(steps).toEqual([
    ['take', network],
    ['grow', 10],
    ['grow', 14],
    ['mark received'],
    ['check-sender', network, limits.senderCheckMs],
    ['resolve', 'example.com', 'MX'],
    ['check-sender', network, limits.senderCheckMs - 1_000],
    ['mark proven'],
    ['proven'],
    ['checkMailSender', 'anna@example.com'],
    ['take-apart', network, limits.takeApartMs],
    [
      'begin',
      {
        address: 'anna@example.com',
        digest: '00',
        side: '2-Sided',
        isColor: true,
        documents,
        notTaken,
        messageId,
      },
    ],
    ['send', '/one', 'a.pdf'],
    ['send', '/two', 'b.pdf'],
    ['end', '7'],
    ['free'],
  ]);
  expect(readFileSync(join(within, 'mail'), 'latin1')).toBe('From: anna@example.com\r\n');
  expect(statSync(join(within, 'mail')).mode & 0o777).toBe(0o600);
});

test.each<[string, Answer, RegExp, number | undefined]>([
  [
    'was sent by a program',
    { verdict: { is: 'automatic' } },
    /^2\.0\.0 Taken, and not printed: no person/,
    undefined,
  ],
  ['may be proven later', { verdict: { is: 'doubtful' } }, /^4\.4\.3 The domain of the sender/, 451],
  ['is not proven', forged, /^5\.7\.1 The mail does not prove/, 550],
  ['has no readable head', { verdict: undefined }, /^5\.6\.0 The mail cannot be read/, 554],
  ['had a reader with a bug', { failed: 'a bug', isFull: false }, /^4\.3\.0 Not taken at present/, 451],
])(
  'a mail that %s is answered, and nothing of it is stored',
  async (_what, answer, sentence, responseCode) => {
    const steps: unknown[] = [];
    const did = (...step: unknown[]) => void steps.push(...step);
    const checkMailSender = () => Promise.reject(new Error('not to be asked'));
    const taking = deliveriesWith(() => Promise.resolve(answer), {
      spool: recordingSpool(did),
      core: { ...core, checkMailSender },
    }).takeMail(aMail(), envelope, { ...connected, proven: () => did('proven') });
    if (responseCode === undefined) expect(await taking).toMatch(sentence);
    else
      await expect(taking).rejects.toMatchObject({ responseCode, message: expect.stringMatching(sentence) });
    expect(steps).toEqual(['take', '127.0.0.1', 'grow', 24, 'mark received', 'free']);
  },
);

test.each<[string, Answer | Error, RegExp, number]>([
  ['too many parts', { problem: 'too-many-parts' }, /^5\.6\.0 The mail has too many parts/, 554],
  ['parts that cannot be read', { problem: 'unreadable' }, /^5\.6\.0 The mail cannot be read/, 554],
  ['too much work for a reader', new ReaderFailure('ended', true), /^5\.6\.0 The mail cannot be read/, 554],
  ['no documents', { ...twoDocuments, documents: [] }, /^5\.6\.1 Nothing .*c\.zip: Archives/, 554],
])('a mail of a proven sender with %s is refused', async (_what, apart, sentence, responseCode) => {
  const deliveries = deliveriesWith(({ task }) => {
    if (task === 'check-sender') return Promise.resolve(proven);
    return apart instanceof Error ? Promise.reject(apart) : Promise.resolve(apart);
  });
  await expect(deliveries.takeMail(aMail(), envelope, connected)).rejects.toMatchObject({
    responseCode,
    message: expect.stringMatching(sentence),
  });
});

describe('a refusal of core', () => {
  test.each([
    [
      'account.unknown',
      550,
      /^5\.1\.1 .*anna@example\.com: add it at https:\/\/print\.example\.com\/account/,
    ],
    ['account.locked', 550, /^5\.7\.1 This account is locked/],
    [
      'mail.switched-off',
      550,
      /^5\.7\.1 Print by mail is switched off .*https:\/\/print\.example\.com\/account/,
    ],
    ['document.quota', 552, /^5\.2\.2 There is no room/],
    ['request.too-many', 451, /^4\.7\.1 Too many mails within an hour/],
    ['document.type', 554, /^5\.6\.1 Nothing in this mail can be printed\. Attach/],
    ['document.name', 554, /^5\.6\.1 Nothing in this mail can be printed\. Attach/],
    ['storage.full', 451, /^4\.3\.0 Not taken at present/],
  ])('with the code %s is answered by %i', async (code, responseCode, sentence) => {
    const refuse = () => Promise.reject(new CoreRefusal(code));
    for (const call of ['checkMailSender', 'beginMail', 'sendFile', 'endMail'] as const) {
      const deliveries = deliveriesWith(provenWith(twoDocuments), { core: { ...core, [call]: refuse } });
      await expect(deliveries.takeMail(aMail(), envelope, connected)).rejects.toMatchObject({
        responseCode,
        message: expect.stringMatching(sentence),
      });
    }
  });
});

describe('the documents of a mail', () => {
  /** @returns the calls to core about a mail with these contents */
  async function callsFor(
    apart: Partial<MailContents>,
    other: Partial<Dependencies['core']> = {},
    sender = connected,
  ) {
    const calls: { begin?: unknown; send: string[]; end: string[] } = { send: [], end: [] };
    const mine: Dependencies['core'] = {
      ...core,
      beginMail: (mail, signal) => {
        calls.begin = mail;
        return core.beginMail(mail, signal);
      },
      sendFile: (path) => Promise.resolve(void calls.send.push(path)),
      endMail: (id) => Promise.resolve(void calls.end.push(id)),
      ...other,
    };
    const readers = provenWith({ ...twoDocuments, ...apart });
    const answer = await deliveriesWith(readers, { core: mine })
      .takeMail(aMail(), envelope, sender)
      .catch((error: unknown) => (error as Reply).responseCode);
    return { answer, ...calls };
  }

  test.each([
    [`<${'a'.repeat(990)}>`, true],
    [`<${'a'.repeat(991)}>`, false],
    ['<>', false],
    ['<a b>', false],
    ['<a\u0000b>', false],
    ['<a><b>', false],
    ['a@example.com', false],
    [undefined, false],
  ])('with the message id %j are announced to core with this id: %j', async (messageId, isSent) => {
    const { begin } = await callsFor({ messageId });
    expect((begin as { messageId?: string }).messageId).toBe(isSent ? messageId : undefined);
  });

  test('are announced to core with the first hundred parts that were not taken', async () => {
    const notTaken = Array.from({ length: 101 }, (_, number) => ({
      name: `${number}`,
      why: 'type' as const,
    }));
    const { begin } = await callsFor({ notTaken });
    expect(begin).toMatchObject({ notTaken: notTaken.slice(0, 100) });
  });

  test('are not sent again when core has the mail', async () => {
    const begin = () => Promise.resolve({ mailId: '7', isDone: true, addresses: [] });
    expect(await callsFor({}, { beginMail: begin })).toEqual({
      answer: '2.0.0 Taken: see the dashboard',
      send: [],
      end: [],
    });
  });

  test('are refused with 451, so that the sender retries, when core names too few addresses', async () => {
    const begin = () => Promise.resolve({ mailId: '7', isDone: false, addresses: ['/one'] });
    expect(await callsFor({}, { beginMail: begin })).toEqual({ answer: 451, send: ['/one'], end: [] });
  });

  test('are all stored, even if the sender disconnects before the end', async () => {
    const disconnection = new AbortController();
    const signals: AbortSignal[] = [];
    const { answer } = await callsFor(
      {},
      {
        beginMail: (mail, signal) => {
          disconnection.abort(new Error('gone'));
          signals.push(signal);
          return core.beginMail(mail, signal);
        },
        sendFile: (_path, _part, signal) => Promise.resolve(void signals.push(signal)),
        endMail: (_id, signal) => Promise.resolve(void signals.push(signal)),
      },
      { ...connected, disconnected: disconnection.signal },
    );
    expect(answer).toBe('2.0.0 Taken: see the dashboard');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, false]);
  });
});

describe('the deadlines of a mail', () => {
  /** The started deadlines, by their milliseconds. */
  let deadlines: Map<number, AbortController>;
  beforeEach(() => {
    deadlines = new Map();
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const deadline = new AbortController();
      deadlines.set(ms, deadline);
      return deadline.signal;
    });
  });

  /** A reader that never finishes by itself. */
  const hanging = ({ cancelled }: Work) =>
    new Promise<never>((_resolve, reject) => {
      cancelled.addEventListener('abort', () => reject(cancelled.reason as Error), { once: true });
    });

  test.each(['check-sender', 'take-apart'] as const)(
    'end a reader that hangs in the task %s',
    async (task) => {
      const pastDeadline: boolean[] = [];
      const deliveries = deliveriesWith((question, work) => {
        if (question.task !== task) return Promise.resolve(proven);
        pastDeadline.push(work.deadline.aborted);
        const hangs = hanging(work);
        deadlines.get(limits.answerMs)!.abort(new Error('too late'));
        pastDeadline.push(work.deadline.aborted);
        return hangs;
      });
      await expect(deliveries.takeMail(aMail(), envelope, connected)).rejects.toMatchObject({
        responseCode: 451,
      });
      expect(pastDeadline).toEqual([false, true]);
    },
  );

  test('do not include the disconnection of the sender, which ends the wait for a reader but no reader', async () => {
    const disconnection = new AbortController();
    const pastDeadline: boolean[] = [];
    const deliveries = deliveriesWith((_question, work) => {
      const hangs = hanging(work);
      disconnection.abort(new Error('gone'));
      pastDeadline.push(work.deadline.aborted);
      return hangs;
    });
    const signals = { ...connected, disconnected: disconnection.signal };
    await expect(deliveries.takeMail(aMail(), envelope, signals)).rejects.toMatchObject({
      responseCode: 451,
    });
    expect(pastDeadline).toEqual([false]);
  });

  test.each([
    ['ten seconds have passed', 550, () => deadlines.get(limits.dnsMs)!.abort()],
    [
      'the sender has disconnected',
      451,
      (disconnection: AbortController) => disconnection.abort(new Error('gone')),
    ],
  ])('end the wait for name servers when %s', async (_what, responseCode, end) => {
    const disconnection = new AbortController();
    const ask: Readers['readMail'] = (question) =>
      Promise.resolve(
        question.task === 'check-sender' && question.known.size > 0
          ? forged
          : { queries: [{ name: 'example.com', type: 'TXT' }] },
      );
    const names = {
      queriesFor: (deadline: AbortSignal) =>
        new QueriesOfMail(() => {
          setImmediate(() => end(disconnection));
          return new Promise(() => undefined);
        }, deadline),
    };
    const signals = { ...connected, disconnected: disconnection.signal };
    const taking = deliveriesWith(ask, { names }).takeMail(aMail(), envelope, signals);
    await expect(taking).rejects.toMatchObject({ responseCode });
  });
});

describe('the bytes of a mail', () => {
  const refuseAll = () => Promise.resolve(forged);
  const line = (length: number) => `${'a'.repeat(length)}\r\n`;

  test.each([
    ['a line of a megabyte', line(limits.lineBytes - 1), 550, /^5\.7\.1 /],
    ['a longer line', line(limits.lineBytes), 554, /^5\.6\.0 A line of the mail is too long/],
    ['a bare line feed', 'a\nb\r\n', 554, /^5\.6\.0 Lines have to end in CR LF/],
  ])('with %s are answered by their own reply', async (_what, data, responseCode, sentence) => {
    await expect(deliveriesWith(refuseAll).takeMail(mailOf(data), envelope, connected)).rejects.toMatchObject(
      {
        responseCode,
        message: expect.stringMatching(sentence),
      },
    );
  });

  test('beyond the maximum size are read to the end, and not stored', async () => {
    const steps: unknown[] = [];
    const stream = Object.assign(mailOf('one\r\n', 'two\n'), { sizeExceeded: true });
    const spool = recordingSpool((...step) => void steps.push(...step));
    await expect(
      deliveriesWith(refuseAll, { spool }).takeMail(stream, envelope, connected),
    ).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(stream.readableEnded).toBe(true);
    expect(steps).toEqual(['take', '127.0.0.1', 'free']);
  });

  test.each([
    ['many', 20],
    ['few', 1],
  ])(
    'that do not fit on the disk are read to the end, and the sender keeps the mail: %s',
    async (_what, lines) => {
      const steps: unknown[] = [];
      const stream = mailOf(...Array.from({ length: lines }, () => line(lines * 5_000)));
      const spool = recordingSpool((step) => void steps.push(step), '/dev/full');
      await expect(
        deliveriesWith(refuseAll, { spool }).takeMail(stream, envelope, connected),
      ).rejects.toMatchObject({
        responseCode: 452,
        message: expect.stringMatching(/^4\.3\.1 No room/),
      });
      expect(stream.readableEnded).toBe(true);
      expect(steps.at(-1)).toBe('free');
      expect(steps).not.toContain('mark received');
    },
  );

  test('are dropped for other mail while they arrive', async () => {
    const stream = new PassThrough();
    const spool = recordingSpool((step) => {
      if (step === 'grow') setImmediate(() => spool.drop());
    });
    const taking = deliveriesWith(refuseAll, { spool }).takeMail(
      stream as unknown as SMTPServerDataStream,
      envelope,
      connected,
    );
    stream.write(line(10));
    await expect(taking).rejects.toMatchObject({
      responseCode: 421,
      message: expect.stringMatching(/^4\.3\.2 /),
    });
    expect(stream.destroyed).toBe(true);
  });
});

describe('a mail that no reader could read is answered with', () => {
  test.each([
    ['452 when the disk is full, so that the sender retries', { failed: 'ENOSPC', isFull: true }, 452],
    ['554 when the parser fails, as it would on a retry', { failed: 'a bug', isFull: false }, 554],
  ] as const)('%s', async (_what, answer, responseCode) => {
    const deliveries = deliveriesWith(({ task }) =>
      Promise.resolve(task === 'check-sender' ? proven : answer),
    );
    await expect(deliveries.takeMail(aMail(), envelope, connected)).rejects.toMatchObject({ responseCode });
  });

  test.each([
    ['554 when it needed too much processor time before its sender was proven', true, 554],
    ['451 when its reader ended', false, 451],
  ])('%s', async (_what, isOverBudget, responseCode) => {
    const deliveries = deliveriesWith(() => Promise.reject(new ReaderFailure('ended', isOverBudget)));
    await expect(deliveries.takeMail(aMail(), envelope, connected)).rejects.toMatchObject({ responseCode });
  });
});

test('after its sender has disconnected, a mail is not read any more', async () => {
  const disconnection = new AbortController();
  let reads = 0;
  const deliveries = deliveriesWith(() => {
    reads += 1;
    disconnection.abort(new Error('gone'));
    return Promise.resolve({ queries: [{ name: 'example.com', type: 'TXT' }] });
  });
  const signals = { disconnected: disconnection.signal, proven: () => undefined };
  await expect(deliveries.takeMail(aMail(), envelope, signals)).rejects.toMatchObject({ responseCode: 451 });
  expect(reads).toBe(1);
});

test('a mail whose sender disconnects while it is read is answered with 451', async () => {
  const disconnection = new AbortController();
  const deliveries = deliveriesWith(({ task }) => {
    if (task === 'check-sender') return Promise.resolve(proven);
    disconnection.abort(new Error('gone'));
    return Promise.reject(new Error('gone'));
  });
  const signals = { disconnected: disconnection.signal, proven: () => undefined };
  await expect(deliveries.takeMail(aMail(), envelope, signals)).rejects.toMatchObject({ responseCode: 451 });
});

test('a proven mail whose sender disconnects while it waits for a slot takes no slot', async () => {
  const disconnection = new AbortController();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let [apart, checked] = [0, 0];
  const deliveries = deliveriesWith(
    async ({ task }) => {
      if (task === 'check-sender') return proven;
      apart += 1;
      await finished;
      return twoDocuments;
    },
    { core: { ...core, checkMailSender: () => Promise.resolve(void (checked += 1)) } },
  );
  const others = Array.from({ length: limits.mailsAtOnce }, () =>
    deliveries.takeMail(aMail(), envelope, connected),
  );
  await until(() => apart >= limits.mailsAtOnce);
  const waiting = deliveries.takeMail(aMail(), envelope, {
    ...connected,
    disconnected: disconnection.signal,
  });
  await until(() => checked > limits.mailsAtOnce);
  const answered = waiting.catch((error: unknown) => error);
  disconnection.abort(new Error('gone'));
  finish();
  await Promise.all(others);
  expect(await answered).toMatchObject({ responseCode: 451 });
  expect(apart).toBe(limits.mailsAtOnce);
});

test('the call to core about a sender is aborted when the sender disconnects', async () => {
  const disconnection = new AbortController();
  const ended: boolean[] = [];
  const checkMailSender: Dependencies['core']['checkMailSender'] = (_address, signal) => {
    ended.push(signal.aborted);
    disconnection.abort(new Error('gone'));
    ended.push(signal.aborted);
    return Promise.resolve();
  };
  const deliveries = deliveriesWith(provenWith(twoDocuments), { core: { ...core, checkMailSender } });
  const taking = deliveries.takeMail(aMail(), envelope, { ...connected, disconnected: disconnection.signal });
  await expect(taking).rejects.toMatchObject({ responseCode: 451 });
  expect(ended).toEqual([false, true]);
});

describe('the log', () => {
  const readError = new Error('a bug');

  /** @returns the lines of the log about a mail that this reader reads */
  async function logged(
    answer: Readers['readMail'],
    disconnected = connected.disconnected,
  ): Promise<Record<string, unknown>[]> {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const logger = pino({ level: 'debug' }, { write });
    await deliveriesWith(answer, { logger })
      .takeMail(aMail(), envelope, { ...connected, disconnected })
      .catch(() => undefined);
    return lines;
  }

  test('warns of a mail that was not taken, with its error', async () => {
    expect(await logged(() => Promise.reject(readError))).toMatchObject([
      { level: 40, err: { message: 'a bug' }, msg: expect.stringContaining('was not accepted') },
    ]);
  });

  test('does not warn of a sender that has disconnected', async () => {
    const disconnection = new AbortController();
    const lines = await logged(() => {
      disconnection.abort(new Error('gone'));
      return Promise.reject(readError);
    }, disconnection.signal);
    expect(lines).toMatchObject([{ level: 20, err: { message: 'a bug' } }]);
  });

  test('warns of a mail that could not be taken apart, with the reason', async () => {
    expect(await logged(provenWith({ failed: 'a bug', isFull: false }))).toMatchObject([
      { level: 40, reason: 'a bug', msg: expect.stringContaining('could not be taken apart') },
    ]);
  });

  test('has no line about a refused mail', async () => {
    expect(await logged(() => Promise.resolve(forged))).toEqual([]);
  });
});

test('a waiting mail is removed from a full spool with 421, so that its sender retries', async () => {
  let waits = () => {};
  const waiting = new Promise<void>((resolve) => (waits = resolve));
  const spool = new Spool(within);
  const deliveries = deliveriesWith(
    (_question, { cancelled }) =>
      new Promise((_resolve, reject) => {
        cancelled.addEventListener('abort', () => reject(cancelled.reason as Error), { once: true });
        waits();
      }),
    { spool },
  );
  const answer = deliveries.takeMail(aMail(), envelope, connected);
  await waiting;
  const stored = spool.addMail('198.51.100.1', () => undefined);
  stored.markProven();
  stored.grow(limits.spoolBytes);
  await expect(answer).rejects.toMatchObject({ responseCode: 421 });
});

test('ten mails are read at a time; a mail of an unproven sender does not wait for them', async () => {
  let apart = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const deliveries = deliveriesWith(async (question) => {
    if (question.task === 'check-sender')
      return question.envelope.sender === 'eve@example.com' ? forged : proven;
    apart += 1;
    await finished;
    return { failed: 'a bug', isFull: false };
  });
  const results = Array.from({ length: limits.mailsAtOnce + 1 }, () =>
    deliveries.takeMail(aMail(), envelope, connected).catch(() => 'answered'),
  );
  await until(() => apart >= limits.mailsAtOnce);
  const forgedMail = deliveries.takeMail(aMail(), { ...envelope, sender: 'eve@example.com' }, connected);
  await expect(forgedMail).rejects.toMatchObject({ responseCode: 550 });
  expect(apart).toBe(limits.mailsAtOnce);
  finish();
  await Promise.all(results);
  expect(apart).toBe(limits.mailsAtOnce + 1);
});

describe('the pace of a mail', () => {
  let written = 0;
  let stream: PassThrough;
  let answer: Promise<unknown>;
  beforeEach(() => {
    // Files and streams run at their usual pace.
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout', 'Date', 'performance'],
    });
    written = 0;
    stream = new PassThrough();
    const spool = recordingSpool((step, bytes) => {
      if (step === 'grow') written += bytes as number;
    });
    answer = deliveriesWith(() => Promise.resolve(forged), { spool })
      .takeMail(stream as unknown as SMTPServerDataStream, envelope, connected)
      .catch((error: unknown) => (error as Reply).responseCode);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Sends this many lines of 1 KB, then ends the interval. */
  async function stretch(lines: number): Promise<void> {
    const before = written;
    stream.write(`${'a'.repeat(1_022)}\r\n`.repeat(lines));
    await until(() => written >= before + lines * 1_024 || stream.destroyed);
    jest.advanceTimersByTime(limits.paceMs);
  }
  const first = limits.paceBytes / 1_024;

  test('must rise with its age: a slow mail is cut off', async () => {
    await stretch(first);
    expect(stream.destroyed).toBe(false);
    await stretch(first);
    expect(await answer).toBe(421);
    // The file of the refused mail is closed.
    await until(() => !openFiles().includes(join(within, 'mail')));
  });

  test('may be slow at first, if it rises', async () => {
    for (let number = 1; number <= 6; number += 1) await stretch(number * first);
    expect(stream.destroyed).toBe(false);
    stream.end();
    expect(await answer).toBe(550);
    expect(jest.getTimerCount()).toBe(0);
  });
});

/** The paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // The file was closed after the list was read.
      return [];
    }
  });
}
