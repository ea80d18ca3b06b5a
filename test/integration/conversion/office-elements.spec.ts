import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fixture, withParts } from '../../support/documents/hostile-files.js';
import { seenOn } from '../../support/documents/paper.js';
import { Workbench } from '../../support/worlds/workbench.js';

/**
 * Documents with an element that LibreOffice draws by a separate part, and the words that must be visible.
 */
const documents: [name: string, make: () => Buffer, ...words: string[]][] = [
  ...['odt', 'docx', 'doc', 'rtf'].map((extension): [string, () => Buffer, ...string[]] => [
    `commented.${extension}`,
    () => fixture(`commented.${extension}`),
    ...['Heading', 'Commented', 'Footnote', 'Cell'],
  ]),
  ['grid.odt', () => withGrid('odt'), 'before', 'after'],
  ['grid.ods', () => withGrid('ods'), 'Site'],
  ['grid.odp', () => withGrid('odp'), 'plate'],
  ['signed.odt', () => withSignature('odt'), 'Every', 'second'],
  ['signed.docx', () => withSignature('docx'), 'Every', 'second'],
  ['formula.docx', withFormula, 'before', 'q+r', '√s', 'after'],
];

/** An unusual name. In tables and slides LibreOffice shows `#`, `%`, and `?` escaped as in URLs. */
const givenName = 'Fête (2) & more';

/** By element of `elements.*`: its formats, and the words that must be visible. */
const elements: [element: string, extensions: string, ...words: string[]][] = [
  ['changes', 'odt docx doc rtf', 'Kept', 'Inserted'],
  ['a comment and a note', 'odt docx doc rtf', 'Commented', 'Endnote'],
  ['a drawing', 'odt docx doc', 'Shaped'],
  ['a chart', 'odt docx doc ods xlsx xls odp pptx ppt', 'Charted'],
  ['a workbook in it', 'odt docx ods xls odp pptx ppt', 'Embedded'],
  ['controls of a form', 'odt docx doc ods odp', 'Filled', 'Ticked'],
  ['a ticked box', 'xls', 'Ticked'],
  ['changes and a comment', 'ods xlsx xls', 'Inserted', 'Commented'],
  ['a pivot table', 'ods xlsx xls', 'Filter', 'TotalResult'],
  ['media, a comment, and transitions', 'odp pptx ppt', 'Commented', 'Last'],
];
const formats = [...new Set(elements.flatMap(([, extensions]) => extensions.split(' ')))];

let bench: Workbench;
const documentIds = new Map<string, string>();
const pageWords = new Map<string, Promise<string>>();
beforeAll(async () => {
  bench = await Workbench.start();
  for (const [name, make] of documents) documentIds.set(name, await bench.upload(name, make()));
  for (const format of formats) {
    const named = `${givenName}.${format}`;
    documentIds.set(`elements.${format}`, await bench.upload(named, fixture(`elements.${format}`)));
  }
});
afterAll(() => bench[Symbol.asyncDispose]());

test.each(documents)('%s is converted with all its content', async (name, _, ...words) => {
  const seen = await wordsOf(name);
  expect(words.filter((word) => !seen.includes(word))).toEqual([]);
});

const rows = elements.flatMap(([element, extensions, ...words]) =>
  extensions.split(' ').map((format) => [element, format, words] as const),
);
test.each(rows)('%s of a document is visible: %s', async (_, format, words) => {
  const seen = await wordsOf(`elements.${format}`);
  expect(words.filter((word) => !seen.includes(word))).toEqual([]);
});

test.each(formats)('content that its author excludes from print is not visible: %s', async (format) => {
  expect(await wordsOf(`elements.${format}`)).not.toMatch(/Unseen|Unsaid|Isthisso/);
});

test.each(formats.filter((format) => format !== 'ppt'))(
  'a page prints the file name that the owner gave, without a path: %s',
  async (format) => {
    const seen = await wordsOf(`elements.${format}`);
    expect(seen).toContain(`File${givenName}.${format}`.replaceAll(' ', ''));
    expect(seen).not.toMatch(/sixpence|desk|tmp|dev\/shm/);
  },
);

/** The visible words of the pages, without spaces. Each document is read once. */
function wordsOf(name: string): Promise<string> {
  const found = pageWords.get(name) ?? readPages(name);
  pageWords.set(name, found);
  return found;
}

async function readPages(name: string): Promise<string> {
  const row = await bench.settled(documentIds.get(name)!);
  expect(row).toMatchObject({ status: 'ready' });
  const { words } = await seenOn(await bench.normalised(row));
  return words.replaceAll(/\s/g, '');
}

/** Signed with an unknown certificate, and changed afterwards. */
function withSignature(extension: 'odt' | 'docx'): Buffer {
  const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
  const digest = `<DigestMethod Algorithm="${xmldsig}sha1"/><DigestValue>AAAA</DigestValue>`;
  const signature = `<Signature xmlns="${xmldsig}"><SignedInfo><SignatureMethod Algorithm="${xmldsig}rsa-sha1"/>
<Reference URI="content.xml">${digest}</Reference></SignedInfo><SignatureValue>AAAA</SignatureValue>
<KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></Signature>`;
  const namespace = 'xmlns="urn:oasis:names:tc:opendocument:xmlns:digitalsignature:1.0"';
  if (extension === 'odt') {
    const whole = `<document-signatures ${namespace}>${signature}</document-signatures>`;
    return withParts('document.odt', () => ({}), { 'META-INF/documentsignatures.xml': Buffer.from(whole) });
  }
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const related = (kind: string, target: string) =>
    `<Relationship Id="rIdS" Type="${relations}/digital-signature/${kind}" Target="${target}"/></Relationships>`;
  return withParts(
    'document.docx',
    (parts) => ({
      '_rels/.rels': parts['_rels/.rels']!.replace(
        '</Relationships>',
        related('origin', '_xmlsignatures/origin.sigs'),
      ),
    }),
    {
      '_xmlsignatures/origin.sigs': Buffer.alloc(0),
      '_xmlsignatures/_rels/origin.sigs.rels': Buffer.from(
        `<Relationships xmlns="${relations}">${related('signature', 'sig1.xml')}`,
      ),
      '_xmlsignatures/sig1.xml': Buffer.from(signature),
    },
  );
}

/** A fraction with a root, as Word writes it. The file contains no picture of it. */
function withFormula(): Buffer {
  const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${run('s')}</m:e></m:rad>`;
  const fraction = `<m:oMath ${math}><m:f><m:num>${run('q+r')}</m:num><m:den>${root}</m:den></m:f></m:oMath>`;
  const word = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  return withParts('document.docx', (parts) => ({
    'word/document.xml': parts['word/document.xml']!.replace(
      '<w:body>',
      `<w:body><w:p>${word('before')}${fraction}${word('after')}</w:p>`,
    ),
  }));
}

/** A form with a table of database rows, one form inside another, as LibreOffice saves it. */
function withGrid(extension: 'odt' | 'ods' | 'odp'): Buffer {
  const component = (name: string) => `form:control-implementation="ooo:com.sun.star.form.component.${name}"`;
  const column = `<form:column form:name="c" form:label="Column" ${component('TextField')}><form:text/></form:column>`;
  const grid = `<form:grid xml:id="grid" form:id="grid" form:name="g" ${component('GridControl')}>${column}</form:grid>`;
  const forms = `<office:forms><form:form form:name="outer"><form:form form:name="inner">${grid}</form:form></form:form></office:forms>`;
  const shape = (anchor = '') =>
    `<draw:control ${anchor} svg:width="8cm" svg:height="4cm" draw:control="grid"/>`;
  const inParagraph = shape('text:anchor-type="paragraph"');
  const [start, parts] = {
    odt: [/<office:text[^>]*>/, `${forms}<text:p>before</text:p><text:p>${inParagraph}after</text:p>`],
    ods: [/<table:table [^>]*>/, `${forms}<table:shapes>${shape()}</table:shapes>`],
    odp: [/<draw:page [^>]*>/, forms + shape()],
  }[extension] as [RegExp, string];
  return withParts(`document.${extension}`, (whole) => ({
    'content.xml': whole['content.xml']!.replace(start, (found) => found + parts),
  }));
}
