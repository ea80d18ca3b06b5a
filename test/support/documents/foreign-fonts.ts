import type { PDFDocument } from '@cantoo/pdf-lib';
import { PDFHexString, PDFName, type PDFDict } from '@cantoo/pdf-lib';

/** A text, and the names of its letters in Adobe's glyph list, for fonts with one byte a letter. */
interface Script {
  readonly text: string;
  readonly glyphNames?: readonly string[];
}

/** Some words of each script, all in letters that do not join: a PDF holds shapes in visual order. */
export const scripts = {
  Latin: { text: 'Six digits at a printer', glyphNames: [] },
  Greek: {
    text: 'Αθηνα λογος',
    glyphNames: [
      'Alpha',
      'theta',
      'eta',
      'nu',
      'alpha',
      'space',
      'lambda',
      'omicron',
      'gamma',
      'omicron',
      'sigma1',
    ],
  },
  Cyrillic: {
    text: 'Москва',
    glyphNames: ['afii10030', 'afii10080', 'afii10083', 'afii10076', 'afii10067', 'afii10065'],
  },
  Hebrew: { text: 'םולש', glyphNames: ['afii57677', 'afii57669', 'afii57676', 'afii57689'] },
  Arabic: { text: 'ابدرو', glyphNames: ['afii57415', 'afii57416', 'afii57423', 'afii57425', 'afii57448'] },
  'simplified Chinese': { text: '中文打印' },
  'traditional Chinese': { text: '中文列印機' },
  Japanese: { text: '印刷する日本語' },
  Korean: { text: '한국어 인쇄' },
} as const satisfies Record<string, Script>;

export type ScriptName = keyof typeof scripts;

/** The font of a page, and the text in the font's codes. */
interface Written {
  font: PDFDict;
  codes: Uint8Array;
}

type Kind = (document: PDFDocument, script: Script) => Written;

const hasNames = ({ glyphNames }: Script) => glyphNames !== undefined;

/** Latin letters in WinAnsi; other letters by name, from code 65 on. */
const simple =
  (subtype: 'TrueType' | 'Type1', name: string): Kind =>
  ({ context }, { text, glyphNames = [] }) => {
    const isLatin = glyphNames.length === 0;
    const count = isLatin ? 224 : glyphNames.length;
    const first = isLatin ? 32 : 65;
    const isStandard = name === 'Helvetica' && isLatin;
    const font = context.obj({
      Type: 'Font',
      Subtype: subtype,
      BaseFont: name,
      Encoding: isLatin
        ? 'WinAnsiEncoding'
        : { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [first, ...glyphNames] },
      ...(!isStandard && {
        FirstChar: first,
        LastChar: first + count - 1,
        Widths: Array.from({ length: count }, () => 550),
        FontDescriptor: context.register(context.obj(descriptorOf(name))),
      }),
    });
    const codes = isLatin ? Buffer.from(text, 'latin1') : Uint8Array.from(glyphNames, (_, at) => first + at);
    return { font, codes };
  };

/** Letters by custom glyph names. */
function withCustomNames(name: string, glyphNames: readonly string[]): Kind {
  return (document, { text }) => simple('Type1', name)(document, { text, glyphNames });
}

const descriptorOf = (name: string, flags = 32) => ({
  Type: 'FontDescriptor',
  FontName: name,
  Flags: flags,
  FontBBox: [-100, -250, 1100, 950],
  ItalicAngle: 0,
  Ascent: 900,
  Descent: -210,
  CapHeight: 700,
  StemV: 80,
});

/**
 * Two-byte codes that are glyph numbers of a missing font. With `isReadable` a table maps them to letters.
 */
const byGlyph =
  (name: string, { isReadable }: { isReadable: boolean }): Kind =>
  (document, { text }) => {
    const { context } = document;
    const letters = [...new Set(text)];
    const glyphOf = (letter: string) => 1_000 + letters.indexOf(letter);
    const table = letters.map((letter) => `<${hex(glyphOf(letter))}> <${utf16(letter).toString('hex')}>`);
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [
        context.register(
          context.obj({
            Type: 'Font',
            Subtype: 'CIDFontType2',
            BaseFont: name,
            DW: widthOf(text),
            CIDToGIDMap: 'Identity',
            CIDSystemInfo: systemInfo('Identity', 0),
            FontDescriptor: context.register(context.obj(descriptorOf(name, 4))),
          }),
        ),
      ],
      ...(isReadable && { ToUnicode: context.register(context.stream(toUnicode(table))) }),
    });
    const codes = Buffer.from(Array.from(text, (letter) => hex(glyphOf(letter))).join(''), 'hex');
    return { font, codes };
  };

/** Codes of a missing font that one of Adobe's tables maps to letters. */
const byTable =
  (name: string, table: string, ordering: string, encode: (text: string) => Buffer): Kind =>
  ({ context }, { text }) => {
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: name,
      DW: 1_000,
      CIDSystemInfo: systemInfo(ordering, 2),
      FontDescriptor: context.register(context.obj(descriptorOf(name, 4))),
    });
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: `${name}-${table}`,
      Encoding: table,
      DescendantFonts: [context.register(descendant)],
    });
    return { font, codes: encode(text) };
  };

const systemInfo = (ordering: string, supplement: number) => ({
  Registry: PDFHexString.of(Buffer.from('Adobe').toString('hex')),
  Ordering: PDFHexString.of(Buffer.from(ordering).toString('hex')),
  Supplement: supplement,
});

const toUnicode = (rows: readonly string[]) =>
  `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${rows.length} beginbfchar
${rows.join('\n')}
endbfchar endcmap end end`;

/** East Asian characters fill a square. */
const widthOf = (text: string) => (/[\u2e80-\uffdc]/.test(text) ? 1_000 : 550);

const hex = (number: number) => number.toString(16).padStart(4, '0');
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
const shiftJis = (text: string) => {
  // The only supported text: 印刷する日本語.
  if (text !== scripts.Japanese.text) throw new Error('There is no table for other words');
  return Buffer.from('88f38dfc82b782e993fa967b8cea', 'hex');
};

/**
 * Every way in which a PDF can name a font that it does not embed, and whether that way can write a script.
 */
export const fontKinds = {
  'TrueType, Arial': { make: simple('TrueType', 'ArialMT'), writes: hasNames },
  'TrueType, Calibri': { make: simple('TrueType', 'Calibri'), writes: hasNames },
  'Type 1, of no known name': { make: simple('Type1', 'HouseSans'), writes: hasNames },
  'standard 14': { make: simple('Type1', 'Helvetica'), writes: hasNames },
  'Type 0 by glyph, Arial': { make: byGlyph('ArialMT', { isReadable: true }), writes: () => true },
  'Type 0 by glyph, Calibri': { make: byGlyph('Calibri', { isReadable: true }), writes: () => true },
  'Type 0, UniGB-UCS2-H': {
    make: byTable('STSong-Light', 'UniGB-UCS2-H', 'GB1', utf16),
    writes: ({ text }: Script) => text === scripts['simplified Chinese'].text,
  },
  'Type 0, UniCNS-UCS2-H': {
    make: byTable('MSung-Light', 'UniCNS-UCS2-H', 'CNS1', utf16),
    writes: ({ text }: Script) => text === scripts['traditional Chinese'].text,
  },
  'Type 0, UniJIS-UCS2-H': {
    make: byTable('HeiseiMin-W3', 'UniJIS-UCS2-H', 'Japan1', utf16),
    writes: ({ text }: Script) => text === scripts.Japanese.text,
  },
  'Type 0, 90ms-RKSJ-H': {
    make: byTable('HeiseiKakuGo-W5', '90ms-RKSJ-H', 'Japan1', shiftJis),
    writes: ({ text }: Script) => text === scripts.Japanese.text,
  },
  'Type 0, UniKS-UCS2-H': {
    make: byTable('HYSMyeongJo-Medium', 'UniKS-UCS2-H', 'Korea1', utf16),
    writes: ({ text }: Script) => text === scripts.Korean.text,
  },
} as const satisfies Record<string, { make: Kind; writes: (script: Script) => boolean }>;

export type FontKind = keyof typeof fontKinds;

/** A font that writes Greek and signs with the codes of Latin letters. */
export const symbolFont = simple('TrueType', 'SymbolMT');

/** Fonts whose letters cannot be known, or drawn, without the font. */
export const unreadable = {
  'numbers of glyphs, and no table that names them': byGlyph('HouseSerif', { isReadable: false }),
  'numbers of glyphs in the place of their names': withCustomNames('HouseSerif', ['g17', 'g18', 'g19']),
  'pictures in the place of letters': simple('TrueType', 'Wingdings'),
  'a table of characters that nobody has': byTable('STSong-Light', 'UniNobody-UCS2-H', 'GB1', utf16),
  'a collection of characters that nobody has': byTable('STSong-Light', 'Identity-H', 'Nobody1', utf16),
} as const satisfies Record<string, Kind>;

/** Writes the same words in a PDF reader's own font, chosen by name or by Adobe's table. */
export function asReadersDo(kind: FontKind, script: ScriptName): Kind {
  const { text, glyphNames }: Script = scripts[script];
  if (glyphNames === undefined) {
    const byTables = Object.entries(fontKinds).filter(([name]) => name.startsWith('Type 0, '));
    const table = byTables.find(([, { writes }]) => writes({ text }));
    if (table) return table[1].make;
  }
  if (kind === 'standard 14' && script === 'Latin') return fontKinds[kind].make;
  if (script === 'Arabic' || script === 'Hebrew') return simple('TrueType', 'DejaVu Sans');
  return simple('TrueType', kind.includes('Calibri') ? 'Carlito' : 'Liberation Sans');
}

/** Adds a page with one line of text in a font that the document names and does not embed. */
export function writeIn(document: PDFDocument, make: Kind, script: Script): void {
  const { font, codes } = make(document, script);
  const page = document.addPage([320, 100]);
  const resources = { Font: { F1: document.context.register(font) } };
  page.node.set(PDFName.of('Resources'), document.context.obj(resources));
  const show = `BT /F1 30 Tf 12 40 Td <${Buffer.from(codes).toString('hex')}> Tj ET`;
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.stream(show)));
}
