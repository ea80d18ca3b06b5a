import CFB from 'cfb';
import { Unconvertible } from '../unconvertible.js';
import type { ImportFilter } from './import-filters.js';

/** Word's, Excel's, and PowerPoint's files of before 2007, by media type: how to tell one, and whether it is locked. */
export const compoundTypes: Record<string, (file: CFB.CFB$Container) => ImportFilter> = {
  'application/msword': (file) => wordFilter(stream(file, 'WordDocument')),
  'application/vnd.ms-excel': (file) => {
    const book = CFB.find(file, '/Workbook');
    return excelFilter(book ? whole(book) : stream(file, 'Book'), book ? 'MS Excel 97' : 'MS Excel 5.0/95');
  },
  'application/vnd.ms-powerpoint': (file) => {
    stream(file, 'PowerPoint Document');
    return powerPointFilter(file, stream(file, 'Current User'));
  },
};

/** A newer document that is locked with a password is wrapped into such a file as well. */
export function isEncryptedPackage(bytes: Buffer): boolean {
  return CFB.find(open(bytes), '/EncryptedPackage') !== null;
}

/**
 * Looks into a compound file: it is what it is said to be, whole, and open.
 * @throws Unconvertible
 */
export function inspectCompound(filterOf: (file: CFB.CFB$Container) => ImportFilter, bytes: Buffer) {
  return filterOf(open(bytes));
}

function open(bytes: Buffer): CFB.CFB$Container {
  try {
    return CFB.read(bytes, { type: 'buffer' });
  } catch (cause) {
    throw new Unconvertible('damaged', { cause });
  }
}

function stream(file: CFB.CFB$Container, name: string): Buffer {
  const found = CFB.find(file, `/${name}`);
  if (!found) throw new Unconvertible('type-mismatch');
  return whole(found);
}

/** A file that was cut off still has its directory, but not all that it lists. */
function whole({ content, size }: CFB.CFB$Entry): Buffer {
  const bytes = Buffer.from(content as Uint8Array);
  if (bytes.length < size || size === 0) throw new Unconvertible('damaged');
  return bytes;
}

/** [MS-DOC] 2.5.2: the magic number tells the generation, bit 8 of the flags that the text is encrypted. */
function wordFilter(document: Buffer): ImportFilter {
  if (document.length < 12) throw new Unconvertible('damaged');
  const generation = document.readUInt16LE(0);
  if ((document.readUInt16LE(10) & 0x0100) !== 0) throw new Unconvertible('password-protected');
  if (generation === 0xa5ec) return 'MS Word 97';
  if (generation === 0xa5dc) return 'MS WinWord 6.0';
  throw new Unconvertible('type-mismatch');
}

/** [MS-XLS] 2.1.4: records of type and length; FilePass stands close to the beginning. */
function excelFilter(book: Buffer, filter: ImportFilter): ImportFilter {
  const [beginning, filePass, boundSheet] = [0x0809, 0x002f, 0x0085];
  if (book.length < 4 || book.readUInt16LE(0) !== beginning) throw new Unconvertible('type-mismatch');
  for (let at = 0; at + 4 <= book.length; at += 4 + book.readUInt16LE(at + 2)) {
    const type = book.readUInt16LE(at);
    if (type === filePass) throw new Unconvertible('password-protected');
    if (type === boundSheet) break;
  }
  return filter;
}

/** [MS-PPT] 2.3.2: the token of the current user tells an encrypted presentation. */
function powerPointFilter(file: CFB.CFB$Container, user: Buffer): ImportFilter {
  const encrypted = 0xf3d1c4df;
  const isLocked = user.length >= 16 && user.readUInt32LE(12) === encrypted;
  if (isLocked || CFB.find(file, '/EncryptedSummary')) throw new Unconvertible('password-protected');
  return 'MS PowerPoint 97';
}
