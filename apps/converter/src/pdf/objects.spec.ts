import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { dictAt, everyDict, itemsOf, nameOf, unpackedContentOf, valuesOf } from './objects.js';
import { PDFDocument, PDFName, PDFRawStream, type PDFDict } from './pdf-lib.js';

const { context } = await PDFDocument.create();
const dictOf = (entries: object) => context.obj(entries as never) as unknown as PDFDict;
const streamOf = (bytes: Uint8Array, entries: object) => PDFRawStream.of(dictOf(entries), bytes);

test('names, dictionaries, values, and items are found behind references; objects of other types are not', () => {
  const name = context.register(PDFName.of('A name'));
  const stream = context.register(context.stream('', { Kind: 'Stream' }));
  const dict = dictOf({ Direct: { Kind: 'Dict' }, Stream: stream, Name: name, Absent: context.nextRef() });
  expect(nameOf(dict.lookup(PDFName.of('Name')))).toBe('A name');
  expect(nameOf(dict)).toBeUndefined();
  const kindOf = (at: string) => dictAt(dict, at)?.get(PDFName.of('Kind'))?.toString();
  expect(['Direct', 'Stream', 'Name', 'Absent', 'None'].map(kindOf)).toEqual([
    ...['/Dict', '/Stream'],
    ...[undefined, undefined, undefined],
  ]);
  expect(valuesOf(dict).map((value) => value.constructor.name)).toHaveLength(3);
  expect(valuesOf(undefined)).toEqual([]);
  expect(itemsOf(context.obj([name, context.nextRef(), 2])).map(String)).toEqual(['/A#20name', '2']);
  expect(itemsOf(dict)).toEqual([]);
});

test('every dictionary of a document is found: nested, in arrays, and of streams', async () => {
  const document = await PDFDocument.create();
  const nested = { At: 1, In: { At: 2, List: [{ At: 3 }, [{ At: 4 }]] } };
  document.context.register(document.context.obj(nested as never));
  document.context.register(document.context.stream('', { At: 5, In: { At: 6 } }));
  const found = [...everyDict(document)].flatMap((dict) => dict.get(PDFName.of('At'))?.toString() ?? []);
  expect(found.sort()).toEqual(['1', '2', '3', '4', '5', '6']);
});

describe('the unpacked content of a stream', () => {
  const packed = deflateSync(Buffer.from('é /F1', 'latin1'));
  const bytes = (count: number) => deflateSync(Buffer.alloc(count));

  test.each<[string, Uint8Array, object, string | undefined]>([
    ['that is not packed', Buffer.from('é /F1', 'latin1'), {}, 'é /F1'],
    ['that is deflated', packed, { Filter: 'FlateDecode' }, 'é /F1'],
    ['that is deflated, in a list', packed, { Filter: ['FlateDecode'] }, 'é /F1'],
    ['with an empty list of filters', Buffer.from('a'), { Filter: [] }, 'a'],
    ['that is packed twice', packed, { Filter: ['FlateDecode', 'FlateDecode'] }, undefined],
    ['that is packed in another way', packed, { Filter: 'LZWDecode' }, undefined],
    ['with a predictor', packed, { Filter: 'FlateDecode', DecodeParms: { Predictor: 12 } }, undefined],
    ['that is damaged', packed.subarray(0, 5), { Filter: 'FlateDecode' }, undefined],
  ])('%s is %j', (_, packedBytes, entries, content) => {
    expect(unpackedContentOf(streamOf(packedBytes, entries))).toBe(content);
  });

  test('is read up to 32 MB, and not beyond', () => {
    const most = 32 * 1024 ** 2;
    expect(unpackedContentOf(streamOf(bytes(most), { Filter: 'FlateDecode' }))).toHaveLength(most);
    expect(unpackedContentOf(streamOf(bytes(most + 1), { Filter: 'FlateDecode' }))).toBeUndefined();
  });

  test('does not exist for other objects', () => {
    expect(unpackedContentOf(undefined)).toBeUndefined();
    expect(unpackedContentOf(dictOf({}))).toBeUndefined();
  });
});
