import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fixture, withParts } from '../support/hostile-files.js';
import { seenOn } from '../support/paper.js';
import { Workbench } from '../support/workbench.js';

/** Documents with something in them that LibreOffice draws by a part of its own, and words that must be seen. */
const documents: [name: string, make: () => Buffer, ...words: string[]][] = [
  ...['odt', 'docx', 'doc', 'rtf'].map((extension): [string, () => Buffer, ...string[]] => [
    `commented.${extension}`,
    () => fixture(`commented.${extension}`),
    ...['Heading', 'Commented', 'Footnote', 'Cell'],
  ]),
  ['grid.odt', () => withGrid('odt'), 'before', 'after'],
  ['grid.ods', () => withGrid('ods'), 'Site'],
  ['grid.odp', () => withGrid('odp'), 'plate'],
  ['formula.docx', withFormula, 'before', 'q+r', '√s', 'after'],
];

let bench: Workbench;
const documentIds = new Map<string, string>();
beforeAll(async () => {
  bench = await Workbench.start();
  for (const [name, make] of documents) documentIds.set(name, await bench.upload(name, make()));
});
afterAll(() => bench[Symbol.asyncDispose]());

test.each(documents)('%s comes out with all that is in it', async (name, _, ...words) => {
  const row = await bench.settled(documentIds.get(name)!);
  expect(row).toMatchObject({ status: 'ready' });
  const seen = await seenOn(await bench.normalised(row));
  expect(words.filter((word) => !seen.words.replaceAll(/\s/g, '').includes(word))).toEqual([]);
});

/** As Word writes one: a fraction with a root. There is no picture of it in the file. */
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

/** A form with a table of a database's rows, one form inside another, as LibreOffice saves it. */
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
