import { PDFHexString, PDFName, PDFNumber, PDFString, type PDFDict, type PDFObject } from '../pdf-lib.js';
import { Unconvertible } from '../../unconvertible.js';
import { chooseFont, type Country, type Wanted } from './font-choice.js';
import { glyphNamesOf } from './missing-fonts.js';
import { dictAt, itemsOf, nameOf, unpackedContentOf } from '../objects.js';
import { readToUnicode } from './to-unicode.js';

/** Adobe's character collections that poppler has tables for, each with a sample letter. */
const collections: Readonly<Record<string, { letter: string; country: Country }>> = {
  GB1: { letter: '中', country: 'SC' },
  CNS1: { letter: '中', country: 'TC' },
  Japan1: { letter: '中', country: 'JP' },
  Korea1: { letter: '한', country: 'KR' },
  KR: { letter: '한', country: 'KR' },
};

const flags = { fixed: 1, serif: 1 << 1, italic: 1 << 6, bold: 1 << 18 };

/** Bullets and marks that office programs take from symbol fonts, by their private code points. */
const symbols = new Map([
  ['\uf0b7', '•'],
  ['\uf0a7', '▪'],
  ['\uf0d8', '➢'],
  ['\uf0fc', '✓'],
]);

/**
 * Makes a font that is not embedded drawable by poppler. The font gets the name of an available font that has
 * the letters drawn with it, as far as they are known. If poppler has no table for the font's codes and the
 * document tells their letters, the font also gets an encoding that leads from codes to letters.
 * @throws Unconvertible `missing-font` when no font has the letters, or the document does not show which
 *   letters its codes stand for
 */
export async function substitute(font: PDFDict): Promise<void> {
  const meanings = meaningsOf(font);
  if (nameOf(font.lookup(PDFName.of('Subtype'))) === 'Type0') await substituteComposite(font, meanings);
  else await substituteSimple(font, meanings);
}

async function substituteComposite(font: PDFDict, meanings: Map<number, string>): Promise<void> {
  const descendant = itemsOf(font.lookup(PDFName.of('DescendantFonts')))[0] as PDFDict;
  const collection = collections[orderingOf(descendant)];
  const { context } = font;
  if (collection) {
    const { letter, country } = collection;
    const wanted = { ...wantedFor(descendant, new Set(letter)), country, isItalic: false };
    rename(font, descendant, await chooseFont(wanted));
    return;
  }
  // The codes are glyph numbers of a font that only the author has.
  if (meanings.size === 0) throw new Unconvertible('missing-font');
  rename(font, descendant, await chooseFont(wantedFor(descendant, new Set(meanings.values()))));
  const isVertical = nameOf(font.lookup(PDFName.of('Encoding')))?.endsWith('-V') ?? false;
  const table = codesAsTheyAre(isVertical);
  const entries = {
    Type: 'CMap',
    CMapName: 'Codes',
    WMode: Number(isVertical),
    CIDSystemInfo: adobeUcs,
  };
  font.set(PDFName.of('Encoding'), context.register(context.stream(table, entries)));
  font.set(PDFName.of('ToUnicode'), context.register(context.stream(toUnicodeOf(meanings))));
  descendant.set(PDFName.of('CIDSystemInfo'), context.obj(adobeUcs));
  descendant.delete(PDFName.of('CIDToGIDMap'));
}

async function substituteSimple(font: PDFDict, meanings: Map<number, string>): Promise<void> {
  const name = nameOf(font.lookup(PDFName.of('BaseFont'))) ?? '';
  if (meanings.size === 0) {
    if (isSymbol.test(name)) {
      asStandardSymbols(font);
      return;
    }
    if (hasPictureGlyphs.test(name)) throw new Unconvertible('missing-font');
    if (glyphNamesOf(font).some((glyph) => meaningless.test(glyph))) throw new Unconvertible('missing-font');
  }
  const letters = new Set(['A', ...meanings.values(), ...glyphNamesOf(font).flatMap(lettersNamed)]);
  rename(font, font, await chooseFont(wantedFor(font, letters)));
  if (meanings.size === 0) return;
  const named = [...meanings].flatMap(([code, letter]) => [code, `uni${hex4(letter)}`]);
  font.set(PDFName.of('Encoding'), font.context.obj({ Type: 'Encoding', Differences: named }));
}

/** Names of fonts with pictures instead of letters: another font would show the letters. */
const hasPictureGlyphs = /wingdings|webdings|dingbats|marlett|bookshelf ?symbol|mtextra|monotypesorts/i;
const isSymbol = /^([A-Z]{6}\+)?symbol(MT)?\b/i;

/**
 * Glyph names such as `g12` or `cid34`, which are numbers of glyphs in the missing font and name no letter.
 * `H` with five digits, and `u` with a code point, are excepted, because Adobe's glyph list and its rules
 * define them.
 */
const meaningless = /^(?!H\d{5}$|u[\dA-F]{4,6}$)([A-Za-z]|cid|gid|glyph|index|char)[_-]?\d{1,5}$/i;

/** Replaces a Symbol font by the standard one, whose own encoding every PDF viewer has. */
function asStandardSymbols(font: PDFDict): void {
  rename(font, font, 'Symbol');
  font.set(PDFName.of('Subtype'), PDFName.of('Type1'));
  font.delete(PDFName.of('Encoding'));
}

function wantedFor(font: PDFDict, letters: ReadonlySet<string>): Wanted {
  const descriptor = dictAt(font, 'FontDescriptor');
  const number = (name: string) => {
    const value = descriptor?.lookup(PDFName.of(name));
    return value instanceof PDFNumber ? value.asNumber() : 0;
  };
  const name = nameOf(font.lookup(PDFName.of('BaseFont'))) ?? '';
  const has = (flag: number) => (number('Flags') & flag) !== 0;
  return {
    name,
    isSerif: has(flags.serif),
    isFixed: has(flags.fixed),
    isBold: /bold|black|heavy/i.test(name) || has(flags.bold) || number('FontWeight') >= 600,
    isItalic: /italic|oblique/i.test(name) || has(flags.italic) || number('ItalicAngle') !== 0,
    letters,
  };
}

function rename(font: PDFDict, descendant: PDFDict, name: string): void {
  for (const dict of [font, descendant]) dict.set(PDFName.of('BaseFont'), PDFName.of(name));
  dictAt(descendant, 'FontDescriptor')?.set(PDFName.of('FontName'), PDFName.of(name));
}

/** The letter of each code; a ligature becomes its single character. */
function meaningsOf(font: PDFDict): Map<number, string> {
  const meanings = readToUnicode(unpackedContentOf(font.lookup(PDFName.of('ToUnicode'))) ?? '');
  for (const [code, text] of meanings) {
    const letter = symbols.get(text) ?? ligatures.get(text) ?? Array.from(text)[0] ?? ' ';
    meanings.set(code, letter);
  }
  return meanings;
}

const ligatures = new Map(['ﬀ', 'ﬁ', 'ﬂ', 'ﬃ', 'ﬄ'].map((letter) => [letter.normalize('NFKD'), letter]));

/**
 * The letter whose code point a glyph's name contains (`uni0416`), or a sample letter of the script that the
 * name belongs to; empty for other names.
 */
function lettersNamed(glyph: string): string[] {
  const [, digits] = /^u(?:ni)?([\dA-F]{4,6})$/.exec(glyph) ?? [];
  if (digits && Number.parseInt(digits, 16) <= 0x10ffff)
    return [String.fromCodePoint(Number.parseInt(digits, 16))];
  if (/^afii10/.test(glyph)) return ['Ж'];
  if (/^afii57[67]/.test(glyph)) return ['א'];
  if (/^afii57/.test(glyph)) return ['ا'];
  return /^([Aa]lpha|[Oo]mega|[Ll]ambda|[Ss]igma)/.test(glyph) ? ['Ω'] : [];
}

function orderingOf(descendant: PDFDict): string {
  const ordering: PDFObject | undefined = dictAt(descendant, 'CIDSystemInfo')?.lookup(PDFName.of('Ordering'));
  return ordering instanceof PDFString || ordering instanceof PDFHexString ? ordering.decodeText() : '';
}

/** The character collection Adobe-UCS: the letter of a code is taken from the font's ToUnicode table. */
const adobeUcs = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('UCS'), Supplement: 0 };

const codesAsTheyAre = (isVertical: boolean) => `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Codes def /CMapType 1 def /WMode ${Number(isVertical)} def
1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 0 endcidrange endcmap end end`;

/** A ToUnicode table of these letters. A section may have at most 100 rows. */
function toUnicodeOf(meanings: Map<number, string>): string {
  const rows = [...meanings].map(
    ([code, letter]) => `<${code.toString(16).padStart(4, '0')}> <${hex4(letter)}>`,
  );
  const sections: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const some = rows.slice(at, at + 100);
    sections.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${sections.join('\n')}
endcmap end end`;
}

const hex4 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
