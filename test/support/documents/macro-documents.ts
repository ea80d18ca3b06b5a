import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import CFB from 'cfb';
import { fixture, withParts } from './hostile-files.js';
import { vbaProject, vbaStreams, type VbaModule } from './vba-project.js';

/** The text that every macro here writes into its document when it runs. */
export const macroWords = 'canary-that-a-macro-sings';

const intoText = `ThisComponent.Text.String = "${macroWords}"`;
const intoSlide = `ThisComponent.DrawPages.getByIndex(0).getByIndex(0).String = "${macroWords}"`;
const onOpen = `Sub Main\n${intoText}\nEnd Sub`;
const answer = `Function Sixpence()\nSixpence = "${macroWords}"\nEnd Function`;

const [textWords, slideWords, tableWords] = ['six digits at a printer', 'Second slide', 'Pages printed'];

interface MacroDocument {
  bytes: Buffer;
  /**
   * How LibreOffice must open the document so that an allowed macro runs; undefined where LibreOffice never
   * runs it.
   */
  runsWhen: 'shown' | 'hidden' | undefined;
  /** A part of its text before any macro runs. */
  ownWords: string;
}

/**
 * Documents with a macro that runs at opening, one of each kind that can hold one. LibreOffice runs an
 * opening macro of a text or a presentation only when it shows the document; it always runs a macro in a
 * cell's formula. It reads Word's opening macro (`Document_Open`) but does not run it without a screen.
 */
export const documentsWithMacros: Record<string, () => MacroDocument> = {
  'text.odt': () => ({
    bytes: odfThatListens('document.odt', onOpen),
    runsWhen: 'shown',
    ownWords: textWords,
  }),
  'slides.odp': () => ({
    bytes: odfThatListens('document.odp', onOpen.replace(intoText, intoSlide)),
    runsWhen: 'shown',
    ownWords: slideWords,
  }),
  'sheet.ods': () => ({ bytes: odsThatCalls(answer), runsWhen: 'hidden', ownWords: tableWords }),
  'sheet.xlsx': () => ({ bytes: xlsxThatCalls(answer), runsWhen: 'hidden', ownWords: tableWords }),
  // Made once from a workbook like the one above: soffice --headless --convert-to "xls:MS Excel 97"
  // sheet.xlsx
  'sheet.xls': () => ({
    bytes: readFileSync(join(import.meta.dirname, '../../fixtures/macros/sheet.xls')),
    runsWhen: 'hidden',
    ownWords: 'A small table',
  }),
  'text.docx': () => ({ bytes: docxWithProject(), runsWhen: undefined, ownWords: textWords }),
  'text.doc': () => ({ bytes: docWithProject(), runsWhen: undefined, ownWords: textWords }),
};

const macroEnabled = (application: string, main: string) =>
  `application/vnd.ms-${application}.${main}.macroEnabled.main+xml`;

/** Packages of refused macro types, under names of accepted types: description, name, and bytes. */
export const packagesOfOtherTypes: Record<string, [name: string, make: () => Buffer]> = {
  'a Word document with macros named .docx': [
    'macros.docx',
    () => retyped('document.docx', macroEnabled('word', 'document'), docxWithProject()),
  ],
  'a spreadsheet with macros named .xlsx': [
    'macros.xlsx',
    () => retyped('document.xlsx', macroEnabled('excel', 'sheet'), xlsxThatCalls(answer)),
  ],
  'a presentation with macros named .pptx': [
    'macros.pptx',
    () => retyped('document.pptx', macroEnabled('powerpoint', 'presentation')),
  ],
};

function retyped(name: string, type: string, bytes = fixture(name)): Buffer {
  return withParts(bytes, (parts) => ({
    '[Content_Types].xml': parts['[Content_Types].xml']!.replace(
      /"[^"]*openxmlformats-officedocument\.\w+\.(document|sheet|presentation)\.main\+xml"/,
      `"${type}"`,
    ),
  }));
}

const wordProject = (): VbaModule[] => [
  { name: 'ThisDocument', isOfDocument: true, source: `Private Sub Document_Open()\n${intoText}\nEnd Sub` },
  { name: 'Module1', isOfDocument: false, source: `Sub AutoOpen()\n${intoText}\nEnd Sub` },
];

function docxWithProject(): Buffer {
  return withProject(fixture('document.docx'), 'word/document.xml', wordProject());
}

function docWithProject(): Buffer {
  const file = CFB.read(fixture('document.doc'), { type: 'buffer' });
  for (const [path, content] of Object.entries(vbaStreams(wordProject())))
    CFB.utils.cfb_add(file, `/Macros/${path}`, content);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

/** A cell that shows the result of a function in the workbook's own project. */
function xlsxThatCalls(source: string): Buffer {
  const cell = '<row r="20001"><c r="A20001"><f>SIXPENCE()</f></c></row>';
  const workbook = withParts('document.xlsx', (parts) => ({
    'xl/worksheets/sheet2.xml': parts['xl/worksheets/sheet2.xml']!.replace(
      '</sheetData>',
      `${cell}</sheetData>`,
    ),
    'xl/workbook.xml': parts['xl/workbook.xml']!.replace(
      /<workbookPr[^>]*\/>/,
      '<workbookPr codeName="ThisWorkbook"/>',
    ),
  }));
  return withProject(workbook, 'xl/workbook.xml', [
    { name: 'ThisWorkbook', isOfDocument: true, source: '' },
    { name: 'Module1', isOfDocument: false, source },
  ]);
}

/** An OOXML package with a VBA project beside its main part. */
function withProject(bytes: Buffer, main: string, modules: readonly VbaModule[]): Buffer {
  const [folder = '', name = ''] = main.split('/');
  const relations = `${folder}/_rels/${name}.rels`;
  const [type, relation] = ['vnd.ms-office.vbaProject', 'office/2006/relationships/vbaProject'];
  return withParts(
    bytes,
    (parts) => ({
      '[Content_Types].xml': parts['[Content_Types].xml']!.replace(
        '<Override',
        `<Default Extension="bin" ContentType="application/${type}"/><Override`,
      ),
      [relations]: parts[relations]!.replace(
        '</Relationships>',
        `<Relationship Id="vba" Type="http://schemas.microsoft.com/${relation}" Target="vbaProject.bin"/></Relationships>`,
      ),
    }),
    { [`${folder}/vbaProject.bin`]: vbaProject(modules) },
  );
}

function odsThatCalls(source: string): Buffer {
  const table = `<table:table table:name="Called"><table:table-column/><table:table-row>
<table:table-cell table:formula="of:=SIXPENCE()"><text:p/></table:table-cell></table:table-row></table:table>`;
  return withBasic('document.ods', source, (content) =>
    content.replace('</office:spreadsheet>', `${table}</office:spreadsheet>`),
  );
}

function odfThatListens(name: string, source: string): Buffer {
  const listener = `<script:event-listener script:language="ooo:script" script:event-name="dom:load"
xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/>`;
  const scripts = `<office:scripts><office:event-listeners>${listener}</office:event-listeners></office:scripts>`;
  return withBasic(name, source, (content) =>
    content
      .replace(/<office:scripts\/>|<office:scripts>[\s\S]*?<\/office:scripts>/, '')
      .replace(/(<office:document-content[^>]*>)/, `$1${scripts}`),
  );
}

/** An OpenDocument package with a Basic library. */
function withBasic(name: string, source: string, change: (content: string) => string): Buffer {
  const library = 'xmlns:library="http://openoffice.org/2000/library"';
  const head = '<?xml version="1.0"?>';
  const basic = {
    'Basic/script-lc.xml': `${head}<library:libraries ${library}><library:library library:name="Standard" library:link="false"/></library:libraries>`,
    'Basic/Standard/script-lb.xml': `${head}<library:library ${library} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
    'Basic/Standard/Module1.xml': `${head}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${source}</script:module>`,
  };
  const entries = Object.keys(basic).map(
    (path) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="text/xml"/>`,
  );
  return withParts(name, (parts) => ({
    ...basic,
    'content.xml': change(parts['content.xml']!),
    'META-INF/manifest.xml': parts['META-INF/manifest.xml']!.replace(
      '</manifest:manifest>',
      `${entries.join('')}</manifest:manifest>`,
    ),
  }));
}
