import type { ImportFilter } from '@sixpence/contracts/file-types';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import { isCompound, isEncryptedPackage } from './compound.js';
import { unpack, zipEntries } from './zip.js';

/** The expected media type of a package, and its import filter. */
interface PackageType {
  mediaType: string;
  filter: ImportFilter;
}

/**
 * [ECMA-376] Part 2: `[Content_Types].xml` holds the media type of the main part.
 * @throws Unconvertible
 */
export function inspectOpenXml(bytes: Buffer, { mediaType, filter }: PackageType): ImportFilter {
  if (isCompound(bytes)) {
    throw new Unconvertible(isEncryptedPackage(bytes) ? 'password-protected' : 'type-mismatch');
  }
  const types = descriptionsIn(bytes).get('[Content_Types].xml');
  if (!types?.includes(`"${mediaType}.main+xml"`)) throw new Unconvertible('type-mismatch');
  return filter;
}

/**
 * OpenDocument 1.3, part 2: `mimetype` names the type, and the manifest the encrypted entries.
 * @throws Unconvertible
 */
export function inspectOpenDocument(bytes: Buffer, { mediaType, filter }: PackageType): ImportFilter {
  const descriptions = descriptionsIn(bytes);
  if (descriptions.get('mimetype')?.trim() !== mediaType) throw new Unconvertible('type-mismatch');
  const isLocked = descriptions.get('META-INF/manifest.xml')?.includes('encryption-data');
  if (isLocked) throw new Unconvertible('password-protected');
  return filter;
}

/**
 * Neither kind of package declares entities; a declaration is an attack. UTF-16 is searched as well, because
 * XML allows it.
 */
const entityDeclarations = ['latin1', 'utf16le'].map((encoding) =>
  Buffer.from('<!ENTITY', encoding as BufferEncoding),
);
const entityInBigEndian = Buffer.from('<!ENTITY', 'utf16le').swap16();

const describingNames = ['[Content_Types].xml', 'mimetype', 'META-INF/manifest.xml'];

/**
 * The entries of a package that describe it, by name. The package is complete, not encrypted, and of a size
 * that can be unpacked.
 * @throws Unconvertible
 */
function descriptionsIn(bytes: Buffer): Map<string, string> {
  const entries = zipEntries(bytes);
  const descriptions = new Map<string, string>();
  let left: number = limits.unpackedBytes;
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new Unconvertible('password-protected');
  for (const entry of entries) {
    const content = unpack(entry, left);
    left -= content.length;
    if (declaresEntities(content)) throw new Unconvertible('damaged');
    if (describingNames.includes(entry.name)) descriptions.set(entry.name, content.toString());
  }
  return descriptions;
}

function declaresEntities(content: Buffer): boolean {
  return [...entityDeclarations, entityInBigEndian].some((declaration) => content.includes(declaration));
}
