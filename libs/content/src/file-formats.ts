import { acceptedExtensions, type Extension, fileTypes, type FileType } from '@sixpence/contracts/file-types';
import type { Block } from './content.js';
import { list, say, strong } from './write.js';

/**
 * The kinds of accepted files, by the names that users have for them. Each accepted extension has exactly one
 * row.
 */
const kinds: Readonly<Record<string, readonly Extension[]>> = {
  PDF: extensionsOf('PDF'),
  'Text documents': ['doc', 'docx', 'dot', 'dotx', 'odt', 'rtf'],
  Spreadsheets: ['xls', 'xlsx', 'ods'],
  Presentations: ['ppt', 'pptx', 'odp'],
  Pictures: extensionsOf('pictures'),
};

/**
 * The extensions of the file types that users see under this name (`shownAs`), in the order of
 * `acceptedExtensions`.
 */
export function extensionsOf(shownAs: FileType['shownAs']): Extension[] {
  return acceptedExtensions.filter((extension) => fileTypes[extension].shownAs === shownAs);
}

/** All printable files, by kind. */
export function fileFormats(): Block {
  return list(
    ...Object.entries(kinds).map(([kind, extensions]) => say`${strong(`${kind}:`)} ${extensions.join(', ')}`),
  );
}
