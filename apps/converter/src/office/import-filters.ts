/** LibreOffice's own names for what it may open a document as. It never chooses by itself: a guess can be steered. */
export const importFilters = [
  'MS WinWord 6.0',
  'MS Word 97',
  'MS Word 2007 XML',
  'MS Word 2007 XML Template',
  'Rich Text Format',
  'writer8',
  'MS Excel 5.0/95',
  'MS Excel 97',
  'Calc MS Excel 2007 XML',
  'calc8',
  'MS PowerPoint 97',
  'Impress MS PowerPoint 2007 XML',
  'impress8',
] as const;
export type ImportFilter = (typeof importFilters)[number];
