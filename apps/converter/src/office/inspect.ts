import { compoundTypes, inspectCompound, isEncryptedPackage } from './compound.js';
import type { ImportFilter } from './import-filters.js';
import { inspectPackage, packageTypes } from './packages.js';
import { inspectRtf } from './rtf.js';
import { Unconvertible } from '../unconvertible.js';
import { compoundBeginning } from '../content.js';

/**
 * Looks into an office document before LibreOffice gets it, and answers what to open it as. LibreOffice makes something
 * of almost anything, random bytes included; what is wrong with a document has to be found here.
 * @returns undefined when documents of this type need no LibreOffice
 * @throws Unconvertible
 */
export function inspectOffice(mediaType: string, bytes: Buffer): ImportFilter | undefined {
  const compound = compoundTypes[mediaType];
  if (compound) return inspectCompound(compound, bytes);
  const packaged = packageTypes[mediaType];
  if (packaged) {
    if (!isCompound(bytes)) return inspectPackage(packaged, bytes);
    throw new Unconvertible(isEncryptedPackage(bytes) ? 'password-protected' : 'type-mismatch');
  }
  return mediaType === 'application/rtf' ? inspectRtf(bytes) : undefined;
}

function isCompound(bytes: Buffer): boolean {
  return bytes.subarray(0, compoundBeginning.length).equals(compoundBeginning);
}
