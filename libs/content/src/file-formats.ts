import type { Extension } from '@sixpence/contracts/file-types';
import type { Block } from './content.js';
import { list, say, strong } from './write.js';

/** What people call the programs that write such files. Each extension that is accepted has its one row. */
const kinds: Readonly<Record<string, readonly Extension[]>> = {
  PDF: ['pdf'],
  'Text documents': ['doc', 'docx', 'dot', 'dotx', 'odt', 'rtf'],
  Spreadsheets: ['xls', 'xlsx', 'ods'],
  Presentations: ['ppt', 'pptx', 'odp'],
  Pictures: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tiff', 'tif'],
};

/** All that can be printed, kind by kind. */
export function fileFormats(): Block {
  return list(
    ...Object.entries(kinds).map(([kind, extensions]) => say`${strong(`${kind}:`)} ${extensions.join(', ')}`),
  );
}
