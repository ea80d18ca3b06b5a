import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import type { ImportFilter } from './import-filters.js';
import { unpack, zipEntries } from './zip.js';

interface PackageType {
  filter: ImportFilter;
  /** What the package itself says it is: in `[Content_Types].xml`, or in `mimetype`. */
  declared: string;
}

const openXml = (declared: string) => `application/vnd.openxmlformats-officedocument.${declared}.main+xml`;

/** Office documents that are zip files, by media type. */
export const packageTypes: Record<string, PackageType> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    filter: 'MS Word 2007 XML',
    declared: openXml('wordprocessingml.document'),
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template': {
    filter: 'MS Word 2007 XML Template',
    declared: openXml('wordprocessingml.template'),
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    filter: 'Calc MS Excel 2007 XML',
    declared: openXml('spreadsheetml.sheet'),
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    filter: 'Impress MS PowerPoint 2007 XML',
    declared: openXml('presentationml.presentation'),
  },
  'application/vnd.oasis.opendocument.text': {
    filter: 'writer8',
    declared: 'application/vnd.oasis.opendocument.text',
  },
  'application/vnd.oasis.opendocument.spreadsheet': {
    filter: 'calc8',
    declared: 'application/vnd.oasis.opendocument.spreadsheet',
  },
  'application/vnd.oasis.opendocument.presentation': {
    filter: 'impress8',
    declared: 'application/vnd.oasis.opendocument.presentation',
  },
};

/** Neither kind of package declares entities; who does means harm. UTF-16 is XML too. */
const entityDeclarations = ['latin1', 'utf16le'].map((encoding) =>
  Buffer.from('<!ENTITY', encoding as BufferEncoding),
);
const entityInBigEndian = Buffer.from('<!ENTITY', 'utf16le').swap16();

/**
 * Looks into an OOXML or OpenDocument package: it is what it is said to be, whole, open, and of a size that can be
 * unpacked.
 * @throws Unconvertible
 */
export function inspectPackage({ filter, declared }: PackageType, bytes: Buffer): ImportFilter {
  const entries = zipEntries(bytes);
  const said = new Map<string, string>();
  let left: number = limits.unpackedBytes;
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new Unconvertible('password-protected');
  for (const entry of entries) {
    const content = unpack(entry, left);
    left -= content.length;
    if (declaresEntities(content)) throw new Unconvertible('damaged');
    if (describing.includes(entry.name)) said.set(entry.name, content.toString());
  }
  const [types, mimetype, manifest] = describing.map((name) => said.get(name));
  const isAsDeclared = declared.endsWith('+xml')
    ? types?.includes(`"${declared}"`)
    : mimetype?.trim() === declared;
  if (!isAsDeclared) throw new Unconvertible('type-mismatch');
  if (manifest?.includes('encryption-data')) throw new Unconvertible('password-protected');
  return filter;
}

const describing = ['[Content_Types].xml', 'mimetype', 'META-INF/manifest.xml'];

function declaresEntities(content: Buffer): boolean {
  return [...entityDeclarations, entityInBigEndian].some((declaration) => content.includes(declaration));
}
