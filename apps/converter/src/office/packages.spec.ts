import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import CFB from 'cfb';
import { limits } from '../limits.js';
import { inspectOpenDocument, inspectOpenXml } from './packages.js';
import { unpack, zipEntries } from './zip.js';

interface Part {
  name: string;
  content?: Buffer;
  /** Wrong values for fields of the directory. */
  flags?: number;
  method?: number;
  packedBytes?: number;
  local?: number;
  signature?: number;
}

/**
 * A zip file of these parts, deflated unless a part has another method, with extra fields of different
 * lengths.
 */
function zipOf(
  parts: readonly Part[],
  { comment = '', count = parts.length, signature = 0x04034b50 } = {},
): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, content = Buffer.alloc(0), flags = 0, method = 8, ...wrong } of parts) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const local = Buffer.alloc(30 + name.length + 3);
    local.writeUInt32LE(signature, 0);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(3, 28);
    local.write(name, 30);
    const central = Buffer.alloc(46 + name.length + 5 + 2);
    central.writeUInt32LE(wrong.signature ?? 0x02014b50, 0);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(wrong.packedBytes ?? packed.length, 20);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(5, 30);
    central.writeUInt16LE(2, 32);
    central.writeUInt32LE(wrong.local ?? at, 42);
    central.write(name, 46);
    files.push(local, packed);
    directory.push(central);
    at += local.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end, Buffer.from(comment)]);
}

const reasonOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { reason?: string }).reason ?? error;
  }
};

const two: Part[] = [
  { name: 'first', content: Buffer.from('one') },
  { name: 'second', content: Buffer.from('another'), method: 0, flags: 0xfffe },
];

describe('the entries of a zip file', () => {
  test.each(['', 'with a comment', 'x'.repeat(0xffff)])(
    'are read from its directory, before a comment',
    (comment) => {
      const entries = zipEntries(zipOf(two, { comment }));
      expect(entries.map((entry) => [entry.name, unpack(entry, 99).toString(), entry.isEncrypted])).toEqual([
        ['first', 'one', false],
        ['second', 'another', false],
      ]);
    },
  );

  test('count as encrypted if the first bit of their flags is set', () => {
    const entries = zipEntries(
      zipOf([
        { name: 'a', flags: 1 },
        { name: 'b', flags: 2 },
      ]),
    );
    expect(entries.map(({ isEncrypted }) => isEncrypted)).toEqual([true, false]);
  });

  test('are at most 10,000', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ name: 'a', method: 0 }));
    expect(zipEntries(zipOf(many(limits.zipEntries)))).toHaveLength(10_000);
    expect(reasonOf(() => zipEntries(zipOf(many(10_001))))).toBe('too-large');
  });

  test.each<[string, Buffer, string]>([
    ['without an end', zipOf(two).subarray(0, -1), 'damaged'],
    ['too short for an end', Buffer.from('PK'), 'damaged'],
    ['with an end too far before the last byte', zipOf(two, { comment: 'x'.repeat(0x10000) }), 'damaged'],
    ['that counts its entries in a Zip64 record', zipOf(two, { count: 0xffff }), 'too-large'],
    ['that counts more entries than it has', zipOf(two, { count: 3 }), 'damaged'],
    ['whose directory has another signature', zipOf([{ name: 'a', signature: 1 }]), 'damaged'],
    ['whose parts have another signature', zipOf(two, { signature: 1 }), 'damaged'],
    ['with a size in a Zip64 record', zipOf([{ name: 'a', packedBytes: 0xffffffff }]), 'too-large'],
    [
      'with the position of an entry in a Zip64 record',
      zipOf([{ name: 'a', local: 0xffffffff }]),
      'too-large',
    ],
    [
      'with the position of an entry beyond the end of the file',
      zipOf([{ name: 'a', local: 5_000 }]),
      'damaged',
    ],
    ['whose part is longer than the file', zipOf([{ name: 'a', packedBytes: 5_000 }]), 'damaged'],
  ])('of a file %s are not read', (_, zip, reason) => {
    expect(reasonOf(() => zipEntries(zip))).toBe(reason);
  });
});

describe('an unpacked entry', () => {
  const entry = (content: Buffer, method: number) => ({
    ...{ name: 'a', method, isEncrypted: false },
    packed: method === 8 ? deflateRawSync(content) : content,
  });

  test.each([0, 8])('has at most the given size, by method %d', (method) => {
    const ten = entry(Buffer.alloc(10, 1), method);
    expect(unpack(ten, 10)).toHaveLength(10);
    expect(reasonOf(() => unpack(ten, 9))).toBe('too-large');
    expect(reasonOf(() => unpack(ten, 0))).toBe('too-large');
    expect(unpack(entry(Buffer.alloc(0), method), 0)).toHaveLength(0);
  });

  test('is damaged when its method is unknown, or its bytes do not unpack', () => {
    expect(reasonOf(() => unpack(entry(Buffer.from('a'), 9), 10))).toBe('damaged');
    expect(
      reasonOf(() => unpack({ ...entry(Buffer.from('a'), 8), packed: Buffer.from('garbage') }, 10)),
    ).toBe('damaged');
  });
});

const kind = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const openXml = { mediaType: kind, filter: 'MS Word 2007 XML' } as const;
const openDocument = { mediaType: 'application/vnd.oasis.opendocument.text', filter: 'writer8' } as const;
const part = (name: string, content: string | Buffer = ''): Part => ({ name, content: Buffer.from(content) });
const types = (mediaType: string) => part('[Content_Types].xml', `<Override ContentType="${mediaType}"/>`);
const textPackage = [types(`${kind}.main+xml`), part('word/document.xml', '<a/>')];
const odt = [part('mimetype', `${openDocument.mediaType}\n`), part('META-INF/manifest.xml', '<manifest/>')];

const declaring = (encoding: 'latin1' | 'utf16le') => Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]>', encoding);

describe.each([
  ['Open XML', inspectOpenXml, openXml, textPackage],
  ['OpenDocument', inspectOpenDocument, openDocument, odt],
] as const)('a package of %s', (_, inspect, type, whole) => {
  const inspected = (parts: readonly Part[]) => reasonOf(() => inspect(zipOf(parts), type));

  test('of the stated type is opened by its filter', () => {
    expect(inspected(whole)).toBe(type.filter);
  });

  test.each<[string, readonly Part[], string]>([
    ['without a description', [part('word/document.xml')], 'type-mismatch'],
    ['with an encrypted part', [...whole, { name: 'last', flags: 1 }], 'password-protected'],
    [
      'with an encrypted part that cannot be unpacked',
      [{ name: 'a', flags: 1, method: 9 }],
      'password-protected',
    ],
    ['that declares entities', [...whole, part('a.xml', declaring('latin1'))], 'damaged'],
    ['that declares entities in UTF-16', [...whole, part('a.xml', declaring('utf16le'))], 'damaged'],
    [
      'that declares entities in UTF-16, big-endian',
      [...whole, part('a.xml', declaring('utf16le').swap16())],
      'damaged',
    ],
  ])('%s is refused', (_what, parts, reason) => {
    expect(inspected(parts)).toBe(reason);
  });
});

test('a package unpacks to at most 200 MB in all', () => {
  const half = Buffer.alloc(limits.unpackedBytes / 2);
  const own = textPackage.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  const rest = Buffer.alloc(half.length - own + 1);
  const inspected = (last: Buffer) => {
    const zip = zipOf([...textPackage, { name: 'a', content: half }, { name: 'b', content: last }]);
    return reasonOf(() => inspectOpenXml(zip, openXml));
  };
  expect(limits.unpackedBytes).toBe(200 * 1024 ** 2);
  expect(inspected(rest.subarray(1))).toBe(openXml.filter);
  expect(inspected(rest)).toBe('too-large');
});

test.each<[string, string]>([
  ['another type', `${kind.replace('document', 'sheet')}.main+xml`],
  ['the type of a part', `${kind}.styles+xml`],
  ['a longer type', `x${kind}.main+xml`],
])('an Open XML package that names %s has another type', (_, mediaType) => {
  expect(reasonOf(() => inspectOpenXml(zipOf([types(mediaType)]), openXml))).toBe('type-mismatch');
});

test.each([
  ['EncryptedPackage', 'password-protected'],
  ['WordDocument', 'type-mismatch'],
])('a compound file with %s instead of an Open XML package is %s', (name, reason) => {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, `/${name}`, Buffer.alloc(5_000, 1));
  const bytes = CFB.write(file, { type: 'buffer' }) as Buffer;
  expect(reasonOf(() => inspectOpenXml(bytes, openXml))).toBe(reason);
});

test.each<[string, Part[], string]>([
  ['of another type', [part('mimetype', `${openDocument.mediaType}-template`)], 'type-mismatch'],
  [
    'whose manifest names encrypted parts',
    [odt[0]!, part('META-INF/manifest.xml', '<manifest:encryption-data/>')],
    'password-protected',
  ],
  ['without a manifest', [odt[0]!], 'writer8'],
])('an OpenDocument package %s', (_, parts, reason) => {
  expect(reasonOf(() => inspectOpenDocument(zipOf(parts), openDocument))).toBe(reason);
});
