import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileTypes, type FileType, type OfficeRoad } from '@sixpence/contracts/file-types';
import { expect, test } from '@jest/globals';
import { inspectOffice } from './inspect.js';

const documents = join(import.meta.dirname, '../../../../test/fixtures/documents');

test.each([
  ['doc', 'MS Word 97'],
  ['docx', 'MS Word 2007 XML'],
  ['odt', 'writer8'],
  ['rtf', 'Rich Text Format'],
  ['xls', 'MS Excel 97'],
  ['xlsx', 'Calc MS Excel 2007 XML'],
  ['ods', 'calc8'],
  ['ppt', 'MS PowerPoint 97'],
  ['pptx', 'Impress MS PowerPoint 2007 XML'],
  ['odp', 'impress8'],
] as const)('LibreOffice opens a document of the type %s by the filter %s', (extension, filter) => {
  const { mediaTypes, road } = fileTypes[extension] as FileType & { road: OfficeRoad };
  const bytes = readFileSync(join(documents, `document.${extension}`));
  expect(inspectOffice(mediaTypes[0], road, bytes)).toBe(filter);
});
