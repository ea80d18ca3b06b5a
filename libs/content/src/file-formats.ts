import { acceptedExtensions, type Extension, fileTypes, type FileType } from '@sixpence/contracts/file-types';
import type { Block } from './content.js';
import { list, say, strong } from './write.js';

/** Users' names for the programs that write such files. Each accepted extension has exactly one row. */
const kinds: Readonly<Record<string, readonly Extension[]>> = {
  PDF: extensionsOf('PDF'),
  'Text documents': ['doc', 'docx', 'dot', 'dotx', 'odt', 'rtf'],
  Spreadsheets: ['xls', 'xlsx', 'ods'],
  Presentations: ['ppt', 'pptx', 'odp'],
  Pictures: extensionsOf('pictures'),
};

/** The extensions of the files with this name, in the order of their table. */
export function extensionsOf(shownAs: FileType['shownAs']): Extension[] {
  return acceptedExtensions.filter((extension) => fileTypes[extension].shownAs === shownAs);
}

/** All printable files, by kind. */
export function fileFormats(): Block {
  return list(
    ...Object.entries(kinds).map(([kind, extensions]) => say`${strong(`${kind}:`)} ${extensions.join(', ')}`),
  );
}
