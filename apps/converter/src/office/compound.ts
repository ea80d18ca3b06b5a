import type { ImportFilter } from '@sixpence/contracts/file-types';
import CFB from 'cfb';
import { Unconvertible } from '../unconvertible.js';
import { opensByDefaultPassword } from './excel-password.js';

const beginning = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Whether bytes begin like a compound file ([MS-CFB] 2.2), the format of Word, Excel, and PowerPoint before
 * 2007.
 */
export function isCompound(bytes: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning);
}

/** Whether the file wraps a newer document that is locked with a password. */
export function isEncryptedPackage(bytes: Buffer): boolean {
  return CFB.find(openContainer(bytes), '/EncryptedPackage') !== null;
}

/**
 * Returns the import filter of a Word file ([MS-DOC] 2.5.2). The magic number shows the generation of Word,
 * and bit 8 of the flags whether the text is encrypted.
 * @throws Unconvertible
 */
export function inspectWord(bytes: Buffer): ImportFilter {
  const document = stream(openContainer(bytes), 'WordDocument');
  if (document.length < 12) throw new Unconvertible('damaged');
  const generation = document.readUInt16LE(0);
  if ((document.readUInt16LE(10) & 0x0100) !== 0) throw new Unconvertible('password-protected');
  if (generation === 0xa5ec) return 'MS Word 97';
  if (generation === 0xa5dc) return 'MS WinWord 6.0';
  throw new Unconvertible('type-mismatch');
}

/**
 * Returns the import filter of an Excel file. Its workbook stream is a list of records, each with a type and
 * a length ([MS-XLS] 2.1.4). An encrypted workbook has a FilePass record before its first BoundSheet record.
 * @throws Unconvertible
 */
export function inspectExcel(bytes: Buffer): ImportFilter {
  const file = openContainer(bytes);
  const workbookEntry = CFB.find(file, '/Workbook');
  const book = workbookEntry ? contentOf(workbookEntry) : stream(file, 'Book');
  const [firstRecord, filePass, boundSheet] = [0x0809, 0x002f, 0x0085];
  if (book.length < 4 || book.readUInt16LE(0) !== firstRecord) throw new Unconvertible('type-mismatch');
  for (let at = 0, next: number; at + 4 <= book.length; at = next) {
    const type = book.readUInt16LE(at);
    next = at + 4 + book.readUInt16LE(at + 2);
    if (type === filePass && !opensByDefaultPassword(book.subarray(at + 4, next)))
      throw new Unconvertible('password-protected');
    if (type === boundSheet) break;
  }
  return workbookEntry ? 'MS Excel 97' : 'MS Excel 5.0/95';
}

/**
 * [MS-PPT] 2.3.2: the token of the current user shows whether the presentation is encrypted.
 * @throws Unconvertible
 */
export function inspectPowerPoint(bytes: Buffer): ImportFilter {
  const file = openContainer(bytes);
  stream(file, 'PowerPoint Document');
  const user = stream(file, 'Current User');
  const encrypted = 0xf3d1c4df;
  const isLocked = user.length >= 16 && user.readUInt32LE(12) === encrypted;
  if (isLocked || CFB.find(file, '/EncryptedSummary')) throw new Unconvertible('password-protected');
  return 'MS PowerPoint 97';
}

function openContainer(bytes: Buffer): CFB.CFB$Container {
  try {
    return CFB.read(bytes, { type: 'buffer' });
  } catch (cause) {
    throw new Unconvertible('damaged', { cause });
  }
}

function stream(file: CFB.CFB$Container, name: string): Buffer {
  const found = CFB.find(file, `/${name}`);
  if (!found) throw new Unconvertible('type-mismatch');
  return contentOf(found);
}

/**
 * The whole content of a stream. A truncated file still has its directory, but not all bytes that it lists.
 */
function contentOf({ content, size }: CFB.CFB$Entry): Buffer {
  const bytes = Buffer.from(content as Uint8Array);
  if (bytes.length < size || size === 0) throw new Unconvertible('damaged');
  return bytes;
}
