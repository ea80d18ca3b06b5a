import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { write } from './codec/attributes.js';
import { IppPrinter, type JobOptions } from './client.js';
import type { Group, Message } from './codec/message.js';
import { operation, status } from './operations.js';
import { failureOf } from './testing/failure.js';
import {
  FakePrinter,
  jobGroup,
  printerGroup,
  unsupportedGroup,
  type Answer,
} from './testing/fake-printer.js';

const open: { fake: FakePrinter; printer: IppPrinter }[] = [];

afterEach(async () => {
  for (const { fake, printer } of open.splice(0)) {
    printer.close();
    await fake.stop();
  }
});

type Answers = Record<number, (message: Message) => Answer>;

/** A printer with usual abilities, which answers by `answers`; `requests` collects every request. */
async function speaking(answers: Answers): Promise<{ printer: IppPrinter; requests: Message[] }> {
  const requests: Message[] = [];
  const usual: Answers = {
    [operation.getPrinterAttributes]: () => ({ code: status.ok, groups: [printerGroup()] }),
    [operation.cancelJob]: () => ({ code: status.ok }),
  };
  const all = Object.entries({ ...usual, ...answers }).map(([code, answer]) => [
    code,
    (message: Message) => {
      requests.push(message);
      return answer(message);
    },
  ]);
  const fake = await FakePrinter.speaking(Object.fromEntries(all) as Answers);
  const printer = new IppPrinter(fake.uri, { timeoutMs: 60_000 });
  open.push({ fake, printer });
  return { printer, requests };
}

/** Attributes of the last request of an operation, as `name=value` for text and numbers. */
function attributesOf(requests: Message[], code: number): string[] {
  const last = requests.filter((message) => message.code === code).at(-1);
  return (last?.groups ?? []).flatMap(({ attributes }) =>
    attributes.map(({ name, values: [value] }) => {
      const shown =
        value?.kind === 'text' ? value.text : value?.kind === 'integer' ? value.value : value?.kind;
      return `${name}=${shown ?? ''}`;
    }),
  );
}

function options(changes: Partial<JobOptions> = {}): JobOptions {
  return { jobName: 'job', format: 'application/pdf', side: '2-Sided', isColor: false, ...changes };
}

const created = () => ({ code: status.ok, groups: [jobGroup(1, 4)] });

test('sides, colour, paper, and scaling are sent as IPP attributes', async () => {
  const { printer, requests } = await speaking({ [operation.createJob]: created });
  await printer.createJob(options({ copies: 1 }));
  expect(attributesOf(requests, operation.createJob)).toEqual(
    expect.arrayContaining([
      'job-name=job',
      'sides=two-sided-long-edge',
      'print-color-mode=monochrome',
      'media=iso_a4_210x297mm',
      'print-scaling=fit',
      'requesting-user-name=sixpence',
    ]),
  );
  await printer.createJob(options({ side: '1-Sided', isColor: true }));
  expect(attributesOf(requests, operation.createJob)).toEqual(
    expect.arrayContaining(['sides=one-sided', 'print-color-mode=color']),
  );
});

test('an option that the printer does not list is not sent', async () => {
  const plain = printerGroup(
    write.keyword('sides-supported', 'one-sided'),
    { name: 'print-color-mode-supported', values: [] },
    write.keyword('media-supported', 'na_letter_8.5x11in'),
    write.keyword('print-scaling-supported', 'auto'),
  );
  const { printer, requests } = await speaking({
    [operation.getPrinterAttributes]: () => ({ code: status.ok, groups: [plain] }),
    [operation.createJob]: created,
  });
  await printer.createJob(options({ isColor: true }));
  const sent = attributesOf(requests, operation.createJob).map((pair) => pair.replace(/=.*/, ''));
  expect(sent).not.toEqual(expect.arrayContaining(['sides']));
  expect(sent.filter((name) => /sides|print-|media/.test(name))).toEqual([]);
  expect(await failureOf(printer.createJob(options({ copies: 2 })))).toMatchObject({
    kind: 'unsupported-option',
    attributes: ['copies'],
  });
});

test.each([
  ['lists no colour modes', { name: 'print-color-mode-supported', values: [] }],
  ['lists no black and white', write.keyword('print-color-mode-supported', 'auto', 'color')],
])('a black-and-white job is refused at a colour printer that %s', async (_, modes) => {
  const { printer, requests } = await speaking({
    [operation.getPrinterAttributes]: () => ({ code: status.ok, groups: [printerGroup(modes)] }),
    [operation.validateJob]: () => ({ code: status.ok }),
    [operation.createJob]: created,
  });
  const refused = { kind: 'unsupported-option', attributes: ['print-color-mode'] };
  expect(await failureOf(printer.validateJob(options()))).toMatchObject(refused);
  expect(await failureOf(printer.createJob(options()))).toMatchObject(refused);
  await printer.createJob(options({ isColor: true }));
  expect(requests.filter(({ code }) => code === operation.createJob)).toHaveLength(1);
});

test.each([
  ['prints no colour any more', write.boolean('color-supported', false)],
  ['offers no mode but monochrome', write.keyword('print-color-mode-supported', 'monochrome')],
])('a job paid as colour is refused at a printer that %s', async (_, capability) => {
  const { printer, requests } = await speaking({
    [operation.getPrinterAttributes]: () => ({ code: status.ok, groups: [printerGroup(capability)] }),
    [operation.createJob]: created,
  });
  const refused = { kind: 'unsupported-option', attributes: ['print-color-mode'] };
  expect(await failureOf(printer.createJob(options({ isColor: true })))).toMatchObject(refused);
  expect(requests.some(({ code }) => code === operation.createJob)).toBe(false);
});

test('a colour job uses `auto` when the printer lists it, but not `color`', async () => {
  const modes = write.keyword('print-color-mode-supported', 'auto', 'monochrome');
  const { printer, requests } = await speaking({
    [operation.getPrinterAttributes]: () => ({ code: status.ok, groups: [printerGroup(modes)] }),
    [operation.createJob]: created,
  });
  await printer.createJob(options({ isColor: true }));
  expect(attributesOf(requests, operation.createJob)).toContain('print-color-mode=auto');
});

test('a black-and-white job is created at a printer without colour and without colour modes', async () => {
  const attributes = [
    write.boolean('color-supported', false),
    { name: 'print-color-mode-supported', values: [] },
  ];
  const { printer } = await speaking({
    [operation.getPrinterAttributes]: () => ({ code: status.ok, groups: [printerGroup(...attributes)] }),
    [operation.createJob]: created,
  });
  expect(await printer.createJob(options())).toMatchObject({ jobId: 1 });
});

test('capabilities are requested once for all jobs of half a minute', async () => {
  const { printer, requests } = await speaking({ [operation.createJob]: created });
  const times = () => requests.filter(({ code }) => code === operation.getPrinterAttributes).length;
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  await printer.createJob(options());
  clock.mockReturnValue(30_999);
  await printer.createJob(options());
  expect(times()).toBe(1);
  clock.mockReturnValue(31_000);
  await printer.createJob(options());
  clock.mockRestore();
  expect(times()).toBe(2);
});

test('a new job has the name of the request when the printer’s answer has none', async () => {
  const { printer } = await speaking({ [operation.createJob]: created });
  expect(await printer.createJob(options())).toMatchObject({ jobId: 1, name: 'job' });
});

test('as many copies as the printer supports in one job are requested, and one more is refused', async () => {
  const range = { kind: 'range', tag: 0x33, lower: 1, upper: 3 } as const;
  const { printer, requests } = await speaking({
    [operation.getPrinterAttributes]: () => ({
      code: status.ok,
      groups: [printerGroup({ name: 'copies-supported', values: [range] })],
    }),
    [operation.createJob]: created,
  });
  await printer.createJob(options({ copies: 3 }));
  expect(attributesOf(requests, operation.createJob)).toContain('copies=3');
  await printer.createJob(options({ copies: 1 }));
  expect(attributesOf(requests, operation.createJob).join()).not.toContain('copies');
  expect(await failureOf(printer.createJob(options({ copies: 4 })))).toMatchObject({
    attributes: ['copies'],
  });
});

describe('a printer that refuses an option it lists', () => {
  const refusing = (name: string) => (message: Message) => {
    const isRequested = message.groups.some(({ attributes }) =>
      attributes.some((attribute) => attribute.name === name),
    );
    return isRequested
      ? { code: status.attributesOrValuesNotSupported, groups: [unsupportedGroup(write.keyword(name, 'x'))] }
      : { code: status.ok };
  };

  test('gets the job without the option when the price does not depend on it', async () => {
    const { printer, requests } = await speaking({
      [operation.validateJob]: refusing('print-scaling'),
      [operation.createJob]: created,
    });
    await printer.validateJob(options());
    await printer.createJob(options());
    expect(attributesOf(requests, operation.createJob).join()).not.toContain('print-scaling');
    expect(attributesOf(requests, operation.createJob).join()).toContain('two-sided-long-edge');
  });

  test('does not get the job when the price depends on the option', async () => {
    const { printer } = await speaking({ [operation.validateJob]: refusing('sides') });
    expect(await failureOf(printer.validateJob(options()))).toMatchObject({
      kind: 'unsupported-option',
      attributes: ['sides'],
    });
  });

  test.each([
    ['an option that the price depends on, too', ['media', 'sides'], 1],
    ['the same option again, although it was not sent', ['media'], 2],
    ['the job without naming an option', [], 1],
  ])('does not get the job when it refuses %s', async (_, names, times) => {
    const unsupported = unsupportedGroup(...names.map((name) => write.keyword(name, 'x')));
    const { printer, requests } = await speaking({
      [operation.validateJob]: () => ({ code: status.attributesOrValuesNotSupported, groups: [unsupported] }),
      [operation.createJob]: created,
    });
    expect(await failureOf(printer.validateJob(options()))).toMatchObject({ kind: 'unsupported-option' });
    expect(requests.filter(({ code }) => code === operation.validateJob)).toHaveLength(times);
  });

  test('is asked once about a job that it refuses for another reason', async () => {
    const unsupported = unsupportedGroup(write.keyword('media', 'x'));
    const { printer, requests } = await speaking({
      [operation.validateJob]: () => ({ code: status.notAuthorized, groups: [unsupported] }),
    });
    expect(await failureOf(printer.validateJob(options()))).toMatchObject({ kind: 'auth' });
    expect(requests.filter(({ code }) => code === operation.validateJob)).toHaveLength(1);
  });

  test.each(['media', 'print-scaling'])('gets the job when it only ignores %s', async (name) => {
    const ignoring = (...groups: Group[]) => ({
      code: status.okIgnoredOrSubstituted,
      groups: [unsupportedGroup(write.keyword(name, 'other')), ...groups],
    });
    const { printer, requests } = await speaking({
      [operation.validateJob]: () => ignoring(),
      [operation.createJob]: () => ignoring(jobGroup(12, 3)),
    });
    await printer.validateJob(options());
    expect(await printer.createJob(options())).toMatchObject({ jobId: 12 });
    expect(requests.some(({ code }) => code === operation.cancelJob)).toBe(false);
  });

  const priced = ['sides', 'print-color-mode', 'copies', 'document-format'];

  test.each(priced)(
    'is refused when it ignores %s of a created job, and the job is cancelled',
    async (name) => {
      const { printer, requests } = await speaking({
        [operation.createJob]: () => ({
          code: status.okIgnoredOrSubstituted,
          groups: [unsupportedGroup(write.keyword(name, 'other')), jobGroup(12, 3)],
        }),
      });
      expect(await failureOf(printer.createJob(options()))).toMatchObject({ kind: 'unsupported-option' });
      expect(attributesOf(requests, operation.cancelJob)).toContain('job-id=12');
    },
  );

  test.each(priced)('is refused before a job is created when it would ignore %s', async (name) => {
    const { printer } = await speaking({
      [operation.validateJob]: () => ({
        code: status.okIgnoredOrSubstituted,
        groups: [unsupportedGroup(write.keyword(name, 'other'))],
      }),
    });
    expect(await failureOf(printer.validateJob(options()))).toMatchObject({ kind: 'unsupported-option' });
  });
});

test('an unsupported document format is reported as such, not as an option', async () => {
  const { printer } = await speaking({
    [operation.validateJob]: () => ({
      code: status.attributesOrValuesNotSupported,
      groups: [unsupportedGroup(write.mediaType('document-format', 'application/pdf'))],
    }),
  });
  expect(await failureOf(printer.validateJob(options()))).toMatchObject({ kind: 'unsupported-format' });
});

test.each([
  ['Get-Job-Attributes', (printer: IppPrinter) => printer.getJob(7)],
  [
    'Send-Document',
    (printer: IppPrinter) =>
      printer.sendDocument(7, { stream: Readable.from([Buffer.of(1)]), byteLength: 1, format: 'a/b' }),
  ],
])('an answer to %s about another job is garbage', async (_, ask) => {
  const another = () => ({ code: status.ok, groups: [jobGroup(8, 9)] });
  const { printer } = await speaking({
    [operation.getJobAttributes]: another,
    [operation.sendDocument]: another,
  });
  expect(await failureOf(ask(printer))).toMatchObject({ kind: 'garbage' });
});

test('an answer without a job-id is about the job of the request', async () => {
  const withoutId = () => ({
    code: status.ok,
    groups: [{ ...jobGroup(7, 5), attributes: jobGroup(7, 5).attributes.slice(1) }],
  });
  const { printer } = await speaking({
    [operation.getJobAttributes]: withoutId,
    [operation.sendDocument]: withoutId,
  });
  const document = { stream: Readable.from([Buffer.of(1)]), byteLength: 1, format: 'a/b' };
  expect(await printer.getJob(7)).toMatchObject({ jobId: 7, state: 5 });
  expect(await printer.sendDocument(8, document)).toMatchObject({ jobId: 8, state: 5 });
});

test('a document is sent as the last of its job, so that the printer does not wait for more', async () => {
  const { printer, requests } = await speaking({
    [operation.sendDocument]: () => ({ code: status.ok, groups: [jobGroup(7, 5)] }),
  });
  const stream = Readable.from([Buffer.from('%PDF-1.7')]);
  await printer.sendDocument(7, { stream, byteLength: 8, format: 'application/pdf' });
  const [sent] = requests.filter(({ code }) => code === operation.sendDocument);
  const attributes = sent!.groups.flatMap((group) => group.attributes);
  expect(attributes.find(({ name }) => name === 'last-document')?.values).toMatchObject([{ value: true }]);
  expect(attributesOf(requests, operation.sendDocument)).toEqual(
    expect.arrayContaining(['job-id=7', 'document-format=application/pdf']),
  );
});

test('a job that the printer has forgotten is not found', async () => {
  const { printer } = await speaking({
    [operation.getJobAttributes]: () => ({ code: status.gone }),
  });
  expect(await failureOf(printer.getJob(7))).toMatchObject({ kind: 'not-found', status: 0x0407 });
});

describe('finding a job by its name', () => {
  const named = (jobId: number, state: number, name: string) =>
    jobGroup(jobId, state, write.name('job-name', name));
  const jobs = (message: Message) =>
    JSON.stringify(message).includes('not-completed')
      ? { code: status.ok, groups: [named(5, 5, 'job'), named(6, 3, 'job-2')] }
      : { code: status.ok, groups: [named(4, 9, 'other'), named(3, 9, 'done')] };

  test.each([
    ['job', 5],
    ['done', 3],
  ])('finds the job named %s, with the job-id %i', async (name, jobId) => {
    const { printer } = await speaking({ [operation.getJobs]: jobs });
    expect(await printer.findJob(name)).toMatchObject({ jobId, name });
  });

  test('returns the newest job of that name', async () => {
    const tries = { code: status.ok, groups: [named(9, 7, 'job'), named(11, 3, 'job'), named(10, 7, 'job')] };
    const { printer } = await speaking({ [operation.getJobs]: () => tries });
    expect(await printer.findJob('job')).toMatchObject({ jobId: 11 });
  });

  test('works although the job ends between the two requests', async () => {
    let state = 5;
    const { printer } = await speaking({
      [operation.getJobs]: (message) => {
        const isListed = JSON.stringify(message).includes('not-completed') === state < 7;
        const groups = isListed ? [named(5, state, 'job')] : [];
        state = 9;
        return { code: status.ok, groups };
      },
    });
    expect(await printer.findJob('job')).toMatchObject({ jobId: 5 });
  });

  test('matches the whole name only', async () => {
    const { printer } = await speaking({ [operation.getJobs]: jobs });
    expect(await printer.findJob('jo')).toBeNull();
  });

  test('fails when the printer refuses, instead of finding none', async () => {
    const { printer } = await speaking({ [operation.getJobs]: () => ({ code: status.internalError }) });
    expect(await failureOf(printer.findJob('job'))).toMatchObject({ kind: 'refused' });
  });
});

test('cancelling a job that has ended is no error', async () => {
  const { printer } = await speaking({ [operation.cancelJob]: () => ({ code: status.notPossible }) });
  await expect(printer.cancelJob(7)).resolves.toBeUndefined();
});

test('cancelling a job that the printer does not know fails', async () => {
  const { printer } = await speaking({ [operation.cancelJob]: () => ({ code: status.notFound }) });
  expect(await failureOf(printer.cancelJob(7))).toMatchObject({ kind: 'not-found' });
});

test.each([
  'http://printer/ipp/print',
  'printer:631',
  'ipp://user:secret@printer/ipp/print',
  'ipp://user@printer/ipp/print',
  'ipp://:secret@printer/ipp/print',
  'ipp:///ipp/print',
])('%s is refused as the address of a printer', (uri) => {
  expect(() => new IppPrinter(uri)).toThrow(TypeError);
});
