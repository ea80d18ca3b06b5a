import { describe, expect, jest, test } from '@jest/globals';
import { fileTypes } from '@sixpence/contracts/file-types';
import { pino } from 'pino';
import { Conversions } from './conversions.js';
import { ConversionNotNeeded } from './core-client.js';
import { UsedProcessFailed, type Receive } from './fence/fence.js';
import { Unconvertible } from './unconvertible.js';

const due = {
  ...{ documentId: 'd', revision: 2, ownerId: 'anna', mediaType: 'application/pdf', keepPages: [2, 5] },
  ...{ attempt: 3 },
};
const conversion = {
  ...{ conversionId: 'c', fileName: 'essay.pdf' },
  ...{ source: '/source', normalised: '/normalised', images: '/images' },
};
const facts = { widthPoints: 1, heightPoints: 2, hasColor: false, isBlank: false };
const place = { behind: 1, last: 2, lost: 3 };

/** A converter with stand-ins around it that record their calls; `bytes` are those of the document. */
function aConverter({
  bytes = '%PDF-1.7',
  fails,
  failsOnce,
}: { bytes?: string; fails?: Error; failsOnce?: Error } = {}) {
  const published: unknown[][] = [];
  const logged: unknown[] = [];
  const lane = jest.fn();
  const convertBehindFence = jest.fn();
  const prepared = jest.fn();
  let consumer = {
    handle: (_: unknown) => Promise.resolve(),
    giveUp: (_: unknown, __: unknown) => Promise.resolve(),
  };
  const surroundings = {
    core: {
      prepareConversion: (request: unknown) => {
        prepared(request);
        return Promise.resolve(conversion);
      },
      readSource: (path: string) => Promise.resolve(Buffer.from(path === '/source' ? bytes : '')),
      writeNormalised: () => Promise.resolve(),
      writeImages: () => Promise.resolve(),
    },
    fence: {
      convert: (
        job: unknown,
        source: unknown,
        { place: given, receive, isRepeated }: { place: unknown; receive: Receive; isRepeated: boolean },
      ) => {
        convertBehindFence(job, source, given);
        if (fails) return Promise.reject(fails);
        receive({ type: 'normalised', pageCount: 1 }, Buffer.from('normalised'));
        if (failsOnce && !isRepeated) return Promise.reject(failsOnce);
        receive({ type: 'page', page: 1, facts, tileBytes: 4 }, Buffer.from('tileimage'));
        receive({ type: 'done' }, Buffer.alloc(0));
        return Promise.resolve();
      },
    },
    lanes: {
      run: (entrant: unknown, work: (given: unknown) => Promise<unknown>) => {
        lane(entrant);
        return work(place);
      },
    },
    messaging: {
      consume: (given: typeof consumer) => (consumer = given),
      publish: (...given: unknown[]) => {
        published.push(given);
        return Promise.resolve();
      },
    },
    logger: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  };
  new Conversions(surroundings as never).start();
  return { consumer, published, lane, convertBehindFence, prepared, logged };
}

const failed = (reason: string, attempt = 3) => [
  'print.document.conversion-failed',
  { documentId: 'd', revision: 2, reason },
  `conversion:d:2:${attempt}`,
];

test('a converter holds a hundred due conversions at a time', () => {
  expect(aConverter().consumer).toMatchObject({
    ...{ durable: 'converter-convert-revision', subject: 'print.conversion.due', concurrency: 100 },
  });
});

test('a converted document is reported with its pages, once for each attempt number', async () => {
  const { consumer, published, convertBehindFence, prepared } = aConverter();
  await consumer.handle(due);
  expect(prepared).toHaveBeenCalledWith({ documentId: 'd', revision: 2 });
  expect(convertBehindFence).toHaveBeenCalledWith(
    { mediaType: 'application/pdf', keepPages: [2, 5] },
    { ownerId: 'anna', fileName: 'essay.pdf', bytes: Buffer.from('%PDF-1.7') },
    place,
  );
  const pages = [{ ...facts, tileBytes: 4, imageBytes: 5 }];
  expect(published).toEqual([
    [
      'print.document.converted',
      { documentId: 'd', revision: 2, conversionId: 'c', pages, byteLength: 10 },
      'conversion:d:2:3',
    ],
  ]);
});

test('a document at which a used process fails is converted once more, in a new process', async () => {
  const failsOnce = new UsedProcessFailed('it fails');
  const { consumer, published, prepared } = aConverter({ failsOnce });
  await consumer.handle(due);
  expect(prepared).toHaveBeenCalledTimes(2);
  expect(published).toEqual([
    ['print.document.converted', expect.objectContaining({ byteLength: 10 }), 'conversion:d:2:3'],
  ]);
});

test.each([
  [fileTypes.pdf.mediaTypes[0], false],
  [fileTypes.png.mediaTypes[0], false],
  [fileTypes.docx.mediaTypes[0], true],
  ['text/html', false],
])('a document of the type %s counts as an office document in the lanes: %s', async (mediaType, isOffice) => {
  const { consumer, lane } = aConverter();
  await consumer.handle({ ...due, mediaType });
  expect(lane).toHaveBeenCalledWith({ ownerId: 'anna', isOffice });
});

describe('the log', () => {
  const about = { documentId: 'd', revision: 2 };

  test('holds the duration of a conversion', async () => {
    const { consumer, logged } = aConverter();
    await consumer.handle(due);
    expect(logged).toMatchObject([{ ...about, ms: expect.any(Number), msg: 'converted' }]);
  });

  test('holds the reason why a document is not convertible', async () => {
    const { consumer, logged } = aConverter({ bytes: '' });
    await consumer.handle(due);
    expect(logged).toMatchObject([{ ...about, reason: 'empty', msg: 'not convertible' }]);
  });

  test('has an error when a conversion is given up, with the tries and the cause', async () => {
    const { consumer, logged } = aConverter();
    await consumer.giveUp(due, { error: new Error('ours'), tries: 3 });
    const err = { message: 'ours' };
    expect(logged).toMatchObject([{ level: 50, documentId: 'd', tries: 3, err, msg: 'conversion given up' }]);
  });
});

describe('a document', () => {
  test.each<[string, Parameters<typeof aConverter>[0], string]>([
    ['that is empty', { bytes: '' }, 'empty'],
    ['of another type', { bytes: 'PK' }, 'type-mismatch'],
    ['that cannot be converted', { fails: new Unconvertible('missing-font') }, 'missing-font'],
  ])('%s is reported as failed', async (_, given, reason) => {
    const { consumer, published, convertBehindFence } = aConverter(given);
    await consumer.handle(due);
    expect(published).toEqual([failed(reason)]);
    expect(convertBehindFence).toHaveBeenCalledTimes(given?.fails ? 1 : 0);
  });

  test('is reported as attempt 1 if its message has no attempt number', async () => {
    const { consumer, published } = aConverter({ bytes: '' });
    await consumer.handle({ ...due, attempt: undefined });
    expect(published).toEqual([failed('empty', 1)]);
  });

  test('is not reported if core does not need it any more', async () => {
    const { consumer, published } = aConverter({ fails: new ConversionNotNeeded('settled') });
    await consumer.handle(due);
    expect(published).toEqual([]);
  });

  test('is retried if the converter failed', async () => {
    const fails = new Error('ours');
    const { consumer, published } = aConverter({ fails });
    await expect(consumer.handle(due)).rejects.toBe(fails);
    expect(published).toEqual([]);
  });

  test('is reported as failed by timeout after too many tries, if its message is valid', async () => {
    const { consumer, published } = aConverter();
    await consumer.giveUp(undefined, { error: new Error('ours'), tries: 3 });
    expect(published).toEqual([]);
    await consumer.giveUp(due, { error: new Error('ours'), tries: 3 });
    expect(published).toEqual([failed('timeout')]);
  });
});
