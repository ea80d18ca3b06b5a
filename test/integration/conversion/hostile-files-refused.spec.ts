import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import CFB from 'cfb';
import * as hostile from '../../support/documents/hostile-files.js';
import { packagesOfOtherTypes } from '../../support/documents/macro-documents.js';
import { withoutOffice } from '../../support/worlds/converter-process.js';
import { Workbench } from '../../support/worlds/workbench.js';

type Refused = [what: string, name: string, make: () => Buffer, reason: string];

const of = hostile.fixture;
const cases: Refused[] = [
  ['a spreadsheet named .docx', 'a.docx', () => of('document.xlsx'), 'type-mismatch'],
  ['a Word document named .dotx', 'a.dotx', () => of('document.docx'), 'type-mismatch'],
  ['an OpenDocument text named .ods', 'a.ods', () => of('document.odt'), 'type-mismatch'],
  ['an old spreadsheet named .doc', 'a.doc', () => of('document.xls'), 'type-mismatch'],
  ['an old Word document named .docx', 'a.docx', () => of('document.doc'), 'type-mismatch'],
  ['rich text named .doc', 'a.doc', () => of('document.rtf'), 'type-mismatch'],
  ['random bytes named .docx', 'a.docx', () => Buffer.alloc(5_000, 7), 'type-mismatch'],
  ['plain text named .rtf', 'a.rtf', () => Buffer.from('hello'), 'type-mismatch'],
  ['a JPEG named .png', 'a.png', () => of('picture.jpg'), 'type-mismatch'],
  ...Object.entries(packagesOfOtherTypes).map(([what, [name, make]]): Refused => [
    what,
    name,
    make,
    'type-mismatch',
  ]),
  ['a package without its second half', 'a.docx', () => half(of('document.docx')), 'damaged'],
  ['an OpenDocument without its second half', 'a.odp', () => half(of('document.odp')), 'damaged'],
  ['an old Word document without its second half', 'a.doc', () => half(of('document.doc')), 'damaged'],
  ['an old spreadsheet without its second half', 'a.xls', () => half(of('document.xls')), 'damaged'],
  ['an old presentation without its second half', 'a.ppt', () => half(of('document.ppt')), 'damaged'],
  ['rich text without its second half', 'a.rtf', () => half(of('document.rtf')), 'damaged'],
  ['a bitmap without its second half', 'a.bmp', () => half(of('picture.bmp')), 'damaged'],
  ['an animation without its second half', 'a.gif', () => of('moving.gif').subarray(0, 900), 'damaged'],
  ['a TIFF without its second half', 'a.tiff', () => half(of('pages.tiff')), 'damaged'],
  ['a WebP without its second half', 'a.webp', () => half(of('picture.webp')), 'damaged'],
  ['no byte', 'a.odt', () => Buffer.alloc(0), 'empty'],
  ['a Word document with a password', 'a.docx', () => lockedPackage(), 'password-protected'],
  ['a spreadsheet with a password', 'a.xlsx', () => lockedPackage(), 'password-protected'],
  ['an old Word document with a password', 'a.doc', () => lockedText(), 'password-protected'],
  ['an old presentation with a password', 'a.ppt', () => lockedPresentation(), 'password-protected'],
  ['an old spreadsheet with a password', 'a.xls', () => lockedTable(), 'password-protected'],
  ['an OpenDocument with a password', 'a.odt', () => lockedOpenDocument(), 'password-protected'],
];

let bench: Workbench;
const documentIds = new Map<string, string>();
/** This converter has no LibreOffice: an accepted office document is retried until it fails as `timeout`. */
beforeAll(async () => {
  bench = await Workbench.start({ environment: withoutOffice });
  for (const [what, name, make] of cases) documentIds.set(what, await bench.upload(name, make()));
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
});

describe('a mislabelled, damaged, or locked document is refused before LibreOffice opens it', () => {
  test.each(cases)('%s', async (what, _name, _make, reason) => {
    expect(await bench.settled(documentIds.get(what)!)).toMatchObject({ status: 'failed', reason });
  });

  test('a valid document is passed on to LibreOffice', async () => {
    const row = await bench.convert('whole.docx', of('document.docx'));
    expect(row).toMatchObject({ status: 'failed', reason: 'timeout' });
  });
});

test('after the refused documents, a valid one becomes ready', async () => {
  expect(await bench.convert('next.pdf', of('document.pdf'))).toMatchObject({ status: 'ready' });
  expect(bench.converter.child.exitCode).toBeNull();
});

/** An encrypted document as Word and Excel write it: a compound file around the encrypted package. */
function lockedPackage(): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(5_000, 1));
  CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.alloc(500, 2));
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

const lockedText = () => withBits('document.doc', '/WordDocument', (fib) => (fib[11]! |= 1));

const lockedPresentation = () =>
  withBits('document.ppt', '/Current User', (user) =>
    Buffer.from(user.buffer, user.byteOffset).writeUInt32LE(0xf3d1c4df, 12),
  );

const lockedTable = () =>
  withBits('document.xls', '/Workbook', (book) => (book[20 + (book[2]! - 16)] = 0x2f));

const lockedOpenDocument = () =>
  hostile.withParts('document.odt', (parts) => ({
    'META-INF/manifest.xml': parts['META-INF/manifest.xml']!.replace(
      '</manifest:manifest>',
      '<manifest:encryption-data/></manifest:manifest>',
    ),
  }));

/** A compound file with a change in one of its streams. */
function withBits(name: string, path: string, change: (content: Uint8Array) => void): Buffer {
  const file = CFB.read(of(name), { type: 'buffer' });
  change(CFB.find(file, path)!.content as Uint8Array);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
