import { PDFArray, PDFDict, PDFName, PDFStream, type PDFDocument, type PDFObject } from '../pdf-lib.js';
import { appearancesOf } from '../annotations.js';
import { dictAt, everyDict, itemsOf, nameOf, unpackedContentOf, valuesOf } from '../objects.js';
import type { PageNode } from '../page-tree.js';

/** The fonts that every printer and PDF viewer has (ISO 32000-1, 9.6.2.2). */
const standardFonts = new Set([
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
]);
const standardSymbols = new Set(['Symbol', 'ZapfDingbats']);

/** Names of glyphs outside the Latin letters that the standard fonts always have (ISO 32000-1, annex D). */
const beyondLatin = new RegExp(
  `^(${[
    'afii\\d+|uni[\\dA-F]{4}|u[\\dA-F]{4,6}',
    '.+(commaaccent|ogonek|macron|breve|dotaccent|hungarumlaut|croat|tonos)',
    '[^SZsz]caron|[CLNRSZclnrsz]acute',
    '[Aa]lpha|[Bb]eta|[Gg]amma|[Dd]elta|[Ee]psilon|[Zz]eta|[Ee]ta|[Tt]heta|[Ii]ota|[Kk]appa|[Ll]ambda|Mu|[Nn]u|[Xx]i',
    '[Oo]micron|[Pp]i|[Rr]ho|[Ss]igma1?|[Tt]au|[Uu]psilon|[Pp]hi|[Cc]hi|[Pp]si|[Oo]mega',
  ].join('|')})$`,
);

/** A content of a page, form, or pattern, with the resources that name its fonts. */
interface Drawing {
  resources: PDFDict;
  /**
   * The drawing operators; undefined when they could not be read: then any font of the resources may be used.
   */
  content: string | undefined;
}

/**
 * The fonts that a page uses and does not embed: on the page itself, in forms, patterns, masks, the glyphs of
 * other fonts, and its notes.
 */
export function missingFontsOf({ node, entries }: PageNode): PDFDict[] {
  const resources = follow(node, entries.get(PDFName.of('Resources')));
  const contents = follow(node, entries.get(PDFName.of('Contents')));
  const found = new Set<PDFDict>();
  const seen = new Set<PDFDict>();
  const waiting: Drawing[] = [];
  if (resources instanceof PDFDict) waiting.push({ resources, content: pageContent(contents) });
  for (const stream of appearancesOf(node)) waiting.push(...drawingOf(stream, undefined));
  for (let drawing = waiting.pop(); drawing; drawing = waiting.pop()) {
    const { resources, content } = drawing;
    for (const font of fontsUsed(resources, content)) {
      if (isMissing(font)) found.add(font);
      waiting.push(
        ...unseenDrawing(seen, font, { resources: dictAt(font, 'Resources'), content: undefined }),
      );
    }
    const inside = [
      ...valuesOf(dictAt(resources, 'XObject')),
      ...valuesOf(dictAt(resources, 'Pattern')),
      ...masksOf(resources),
    ];
    for (const stream of inside) {
      if (!(stream instanceof PDFStream) || seen.has(stream.dict)) continue;
      seen.add(stream.dict);
      waiting.push(...drawingOf(stream, resources));
    }
  }
  return [...found];
}

/** Whether any font of a document is missing. This quick check is all that most documents need. */
export function hasMissingFonts(document: PDFDocument): boolean {
  for (const dict of everyDict(document)) if (isMissing(dict)) return true;
  return false;
}

/**
 * Whether a font is missing. A dictionary without `Type` is judged by its `Subtype`, because PDF viewers use
 * it.
 */
function isMissing(font: PDFDict): boolean {
  if ((nameOf(font.lookup(PDFName.of('Type'))) ?? 'Font') !== 'Font') return false;
  const subtype = nameOf(font.lookup(PDFName.of('Subtype')));
  if (subtype === 'Type0') {
    const descendant = itemsOf(font.lookup(PDFName.of('DescendantFonts')))[0];
    return descendant instanceof PDFDict && !carriesGlyphs(descendant);
  }
  if (subtype !== 'Type1' && subtype !== 'TrueType' && subtype !== 'MMType1') return false;
  return !carriesGlyphs(font) && !isStandard(font);
}

function carriesGlyphs(font: PDFDict): boolean {
  const descriptor = dictAt(font, 'FontDescriptor');
  return ['FontFile', 'FontFile2', 'FontFile3'].some(
    (name) => descriptor?.lookup(PDFName.of(name)) !== undefined,
  );
}

function isStandard(font: PDFDict): boolean {
  const name = nameOf(font.lookup(PDFName.of('BaseFont'))) ?? '';
  if (standardSymbols.has(name)) return true;
  return standardFonts.has(name) && !glyphNamesOf(font).some((glyph) => beyondLatin.test(glyph));
}

/**
 * Whether a font has one byte for each letter and no glyphs of its own. PDF programs draw such a font with
 * Latin letters only.
 */
export function isLatinOnly(font: PDFDict): boolean {
  if (nameOf(font.lookup(PDFName.of('Subtype'))) === 'Type0' || carriesGlyphs(font)) return false;
  return !glyphNamesOf(font).some((glyph) => beyondLatin.test(glyph));
}

/** The glyph names in a font's own encoding. */
export function glyphNamesOf(font: PDFDict): string[] {
  const encoding = font.lookup(PDFName.of('Encoding'));
  if (!(encoding instanceof PDFDict)) return [];
  return itemsOf(encoding.lookup(PDFName.of('Differences'))).flatMap((item) => nameOf(item) ?? []);
}

/**
 * The fonts that the content mentions; all fonts where it could not be read. Graphics states can select fonts
 * as well.
 */
function fontsUsed(resources: PDFDict, content: string | undefined): PDFDict[] {
  const fonts = dictAt(resources, 'Font');
  const all = fonts?.keys() ?? [];
  const mentioned = content === undefined ? all : mentionedIn(content, all);
  const states = valuesOf(dictAt(resources, 'ExtGState')).map((state) =>
    state instanceof PDFDict ? itemsOf(state.lookup(PDFName.of('Font')))[0] : undefined,
  );
  return [...mentioned.map((name) => fonts?.lookup(name)), ...states].filter(
    (font) => font instanceof PDFDict,
  );
}

/**
 * A name in a content, followed by a number, or by a comment that may hide one (ISO 32000-1, 7.2 and 7.3.5).
 */
const mention = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)(?=[\0\t\n\f\r %])[\0\t\n\f\r ]*(?=[-+.\d%])/g;

/**
 * The names among these that may select a font in the content. A font is selected by its name, a size, and
 * the operator `Tf`. To find exactly the selected fonts, the converter would have to parse all of the content
 * as every PDF viewer does. If it parsed one comment, string, or picture differently from a viewer, it would
 * miss a font, and a blank page would be charged. So the operator is not checked; a font that is found by
 * mistake only causes an unnecessary redraw.
 */
function mentionedIn(content: string, names: readonly PDFName[]): PDFName[] {
  const bySpelling = new Map(names.map((name) => [name.decodeText(), name]));
  const found = new Set<PDFName>();
  for (const [, token = ''] of content.matchAll(mention)) {
    const name = bySpelling.get(withoutEscapes(token));
    if (name) found.add(name);
  }
  return [...found];
}

const withoutEscapes = (token: string) =>
  token.replace(/#([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** The drawings that graphics states use only as masks. */
function masksOf(resources: PDFDict): PDFObject[] {
  return valuesOf(dictAt(resources, 'ExtGState')).flatMap((state) => {
    const mask = state instanceof PDFDict ? dictAt(state, 'SMask') : undefined;
    return mask?.lookup(PDFName.of('G')) ?? [];
  });
}

function drawingOf(stream: PDFStream, outer: PDFDict | undefined): Drawing[] {
  // Old forms use the fonts of the page that contains them.
  const resources = dictAt(stream.dict, 'Resources') ?? outer;
  const isImage = nameOf(stream.dict.lookup(PDFName.of('Subtype'))) === 'Image';
  return resources && !isImage ? [{ resources, content: unpackedContentOf(stream) }] : [];
}

function unseenDrawing(
  seen: Set<PDFDict>,
  font: PDFDict,
  drawing: { resources: PDFDict | undefined; content: undefined },
) {
  const { resources, content } = drawing;
  if (!resources || seen.has(font)) return [];
  seen.add(font);
  return [{ resources, content }];
}

/** The pieces of a page's content as one text; undefined when any of them cannot be read. */
function pageContent(contents: PDFObject | undefined): string | undefined {
  const pieces =
    contents instanceof PDFArray
      ? itemsOf(contents).map(unpackedContentOf)
      : [contents ? unpackedContentOf(contents) : ''];
  return pieces.includes(undefined) ? undefined : pieces.join('\n');
}

function follow(node: PDFDict, object: PDFObject | undefined): PDFObject | undefined {
  return object && node.context.lookup(object);
}
