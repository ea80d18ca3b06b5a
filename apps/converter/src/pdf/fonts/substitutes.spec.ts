import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unpackedContentOf } from '../objects.js';
import { PDFDocument, PDFName, PDFRawStream, PDFString, type PDFDict } from '../pdf-lib.js';
import { substitute } from './substitutes.js';
import { readToUnicode } from './to-unicode.js';

const { PATH: path, TMPDIR: folder } = process.env;
let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-substitutes-'));
  // This `fc-match` notes its pattern, and finds a font with all characters.
  const script = `#!/bin/sh\nprintf '%s' "$3" > "${scratch}/asked"\nprintf 'Found\\n/fonts/Found.ttf\\n0\\n0-10ffff\\n'\n`;
  await writeFile(join(scratch, 'fc-match'), script, { mode: 0o755 });
  Object.assign(process.env, { PATH: scratch, TMPDIR: scratch });
});
afterEach(async () => {
  process.env.PATH = path;
  if (folder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = folder;
  await rm(scratch, { recursive: true });
});

type Entries = Record<string, unknown>;

/** A font after its substitution, and the pattern of the search. */
async function substituted(entries: Entries, table?: string) {
  const { context } = await PDFDocument.create();
  const font = context.obj({ Type: 'Font', ...entries } as never) as unknown as PDFDict;
  if (table !== undefined) font.set(PDFName.of('ToUnicode'), context.register(context.stream(table)));
  // Streams as they are after loading.
  for (const [reference, object] of context.enumerateIndirectObjects())
    if ('getContents' in object) {
      const { dict } = object as PDFRawStream;
      context.assign(reference, PDFRawStream.of(dict, (object as PDFRawStream).getContents()));
    }
  await substitute(font);
  const asked = await readFile(join(scratch, 'asked'), 'utf8').catch(() => undefined);
  return { font, asked };
}

/** The letters of the search. */
const lettersOf = (asked = '') =>
  (asked.split('charset=')[1] ?? '')
    .split(' ')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)));

const simple = (entries: Entries = {}): Entries => ({ Subtype: 'TrueType', BaseFont: 'House', ...entries });
const tableOf = (...rows: [code: string, text: string][]) =>
  `beginbfchar ${rows.map(([code, text]) => `<${code}> <${text}>`).join(' ')} endbfchar`;

describe('a simple font', () => {
  test.each<[string, Entries, string]>([
    ['bold by its name', { BaseFont: 'House-Bold' }, ':bold'],
    ['black by its name', { BaseFont: 'House Black' }, ':bold'],
    ['bold by its flag', { FontDescriptor: { Flags: 1 << 18 } }, ':bold'],
    ['bold by its weight', { FontDescriptor: { FontWeight: 600 } }, ':bold'],
    ['of a lower weight', { FontDescriptor: { FontWeight: 599 } }, ''],
    ['italic by its name', { BaseFont: 'House-Oblique' }, ':italic'],
    ['italic by its flag', { FontDescriptor: { Flags: 1 << 6 } }, ':italic'],
    ['italic by its angle', { FontDescriptor: { ItalicAngle: -12 } }, ':italic'],
    ['upright', { FontDescriptor: { ItalicAngle: 0, Flags: 'None' } }, ''],
  ])('gets a substitute in its style: %s', async (_, entries, style) => {
    const { asked, font } = await substituted(simple(entries));
    expect(asked).toMatch(new RegExp(`^[^:]*${style}:charset=41$`));
    expect(asked?.split(',')[0]).toBe('Liberation Sans');
    expect(font.get(PDFName.of('BaseFont'))?.toString()).toMatch(/^\/Found/);
  });

  test.each([
    [1 << 1, 'Liberation Serif'],
    [1, 'Liberation Mono'],
    [1 << 2, 'Liberation Sans'],
  ])('gets a substitute of a similar family, by its flags: %d', async (Flags, family) => {
    const { asked } = await substituted(simple({ FontDescriptor: { Flags } }));
    expect(asked?.split(',')[0]).toBe(family);
  });

  test('gets the name of the found font, also in its descriptor, and keeps its encoding', async () => {
    const { font } = await substituted(
      simple({ FontDescriptor: { FontName: 'House' }, Encoding: 'WinAnsi' }),
    );
    expect(font.get(PDFName.of('BaseFont'))?.toString()).toBe('/Found');
    expect(String(font.lookup(PDFName.of('FontDescriptor')))).toContain('/FontName /Found');
    expect(font.get(PDFName.of('Encoding'))?.toString()).toBe('/WinAnsi');
  });

  test('with a table of letters gets a substitute that has these letters, and an encoding that names them', async () => {
    const ligature = '006600660069';
    const rows: [string, string][] = [
      ['41', '0416'],
      ['42', ligature],
      ['43', 'F0B7'],
      ['44', '00780079'],
      ['1F0', 'D83DDE00'],
    ];
    const { font, asked } = await substituted(simple(), tableOf(...rows));
    expect(lettersOf(asked).sort()).toEqual(['A', 'x', '•', 'ﬃ', 'Ж', '😀'].sort());
    expect(String(font.lookup(PDFName.of('Encoding'))).replaceAll(/\s+/g, ' ')).toContain(
      '[ 65 /uni0416 66 /uniFB03 67 /uni2022 68 /uni0078 496 /uniD83DDE00 ]',
    );
  });

  test.each([
    ['afii10017', 'Ж'],
    ['afii57664', 'א'],
    ['afii57677', 'א'],
    ['afii57415', 'ا'],
    ['uni4E2D', '中'],
    ['u1F600', '😀'],
    ['uFFFFFF', undefined],
    ['Omega', 'Ω'],
    ['lambda', 'Ω'],
    ['sigma1', 'Ω'],
    ['Alpha', 'Ω'],
    ['eacute', undefined],
  ])(
    'with the glyph name %s gets a substitute that has its letter, or a letter of its script',
    async (glyph, letter) => {
      const { asked } = await substituted(simple({ Encoding: { Differences: [65, glyph] } }));
      expect(lettersOf(asked)).toEqual(letter === undefined ? ['A'] : ['A', letter]);
    },
  );

  test.each(['Symbol', 'SymbolMT', 'ABCDEF+Symbol', 'symbol,Bold'])(
    'of symbols (%s) becomes the standard one with its own encoding, without a search',
    async (BaseFont) => {
      const { font, asked } = await substituted(simple({ BaseFont, Encoding: 'WinAnsiEncoding' }));
      expect(asked).toBeUndefined();
      expect(font.get(PDFName.of('BaseFont'))?.toString()).toBe('/Symbol');
      expect(font.get(PDFName.of('Subtype'))?.toString()).toBe('/Type1');
      expect(font.has(PDFName.of('Encoding'))).toBe(false);
    },
  );

  test.each([
    ...['Wingdings-Regular', 'Webdings', 'ITCZapfDingbats', 'Marlett', 'BookshelfSymbol7', 'MTExtra'],
    'MonotypeSorts',
  ])('of pictures (%s) has no substitute, except with a table of letters', async (BaseFont) => {
    await expect(substituted(simple({ BaseFont }))).rejects.toMatchObject({ reason: 'missing-font' });
    const { asked } = await substituted(simple({ BaseFont }), tableOf(['41', '2713']));
    expect(lettersOf(asked)).toEqual(['A', '✓']);
  });

  test.each(['g17', 'G1', 'cid12345', 'gid_9', 'glyph-42', 'index7', 'char3'])(
    'with the glyph name %s has no substitute, except with a table of letters',
    async (glyph) => {
      const entries = simple({ Encoding: { Differences: [65, 'A', glyph] } });
      await expect(substituted(entries)).rejects.toMatchObject({ reason: 'missing-font' });
      await substituted(entries, tableOf(['41', '0041']));
    },
  );

  test.each(['H18533', 'u1234', 'g123456', 'one', 'A'])(
    'with the glyph name %s has a substitute',
    async (glyph) => {
      const { font } = await substituted(simple({ Encoding: { Differences: [65, glyph] } }));
      expect(font.get(PDFName.of('BaseFont'))?.toString()).toBe('/Found');
    },
  );
});

describe('a composite font (Type 0)', () => {
  const composite = (ordering: string, entries: Entries = {}, descendant: Entries = {}): Entries => ({
    ...{ Subtype: 'Type0', BaseFont: 'House', Encoding: 'Identity-H' },
    DescendantFonts: [
      {
        ...{ Subtype: 'CIDFontType2', BaseFont: 'House', FontDescriptor: { FontName: 'House' } },
        ...{ CIDSystemInfo: { Ordering: PDFString.of(ordering) }, CIDToGIDMap: 'Identity', ...descendant },
      },
    ],
    ...entries,
  });
  const descendantOf = (font: PDFDict) =>
    (font.lookup(PDFName.of('DescendantFonts')) as unknown as { lookup: (at: number) => PDFDict }).lookup(0);

  test.each([
    ['GB1', 'SC', '中'],
    ['CNS1', 'TC', '中'],
    ['Japan1', 'JP', '中'],
    ['Korea1', 'KR', '한'],
    ['KR', 'KR', '한'],
  ])(
    'of the collection %s gets a font of %s, upright, and keeps its codes',
    async (ordering, country, letter) => {
      const { font, asked } = await substituted(
        composite(ordering, {}, { BaseFont: 'House-BoldItalic' }),
        tableOf(['01', '0041']),
      );
      expect(asked).toMatch(new RegExp(`^Noto Sans CJK ${country},.*:bold:charset=`));
      expect(lettersOf(asked)).toEqual([letter]);
      const descendant = descendantOf(font);
      for (const dict of [font, descendant])
        expect(dict.get(PDFName.of('BaseFont'))?.toString()).toBe('/Found-Bold');
      expect(String(descendant.lookup(PDFName.of('FontDescriptor')))).toContain('/Found-Bold');
      expect(font.get(PDFName.of('Encoding'))?.toString()).toBe('/Identity-H');
      expect(descendant.has(PDFName.of('CIDToGIDMap'))).toBe(true);
    },
  );

  test('of glyph numbers has no substitute without a table of letters', async () => {
    await expect(substituted(composite('Identity'))).rejects.toMatchObject({ reason: 'missing-font' });
  });

  test.each([
    ['Identity-H', 0],
    ['Identity-V', 1],
  ])(
    'of glyph numbers (%s) gets an encoding that leads from its codes to letters',
    async (Encoding, WMode) => {
      const rows = Array.from({ length: 250 }, (_, at): [string, string] => [
        at.toString(16).padStart(4, '0'),
        (0x4e00 + at).toString(16),
      ]);
      const { font, asked } = await substituted(composite('Identity', { Encoding }), tableOf(...rows));
      expect(lettersOf(asked)).toHaveLength(250);
      expect(font.get(PDFName.of('BaseFont'))?.toString()).toBe('/Found');
      const descendant = descendantOf(font);
      expect(String(descendant.lookup(PDFName.of('CIDSystemInfo'))).replaceAll(/\s+/g, ' ')).toBe(
        '<< /Registry (Adobe) /Ordering (UCS) /Supplement 0 >>',
      );
      expect(descendant.has(PDFName.of('CIDToGIDMap'))).toBe(false);
      const streamAt = (name: string) => {
        const stream = font.lookup(PDFName.of(name)) as PDFRawStream;
        const text = unpackedContentOf(PDFRawStream.of(stream.dict, stream.getContents())) ?? '';
        return { dict: stream.dict, text };
      };
      const codes = streamAt('Encoding');
      expect(codes.text).toContain(`/WMode ${WMode} def`);
      expect(codes.text).toContain('begincidrange <0000> <ffff> 0 endcidrange');
      expect(String(codes.dict.get(PDFName.of('WMode')))).toBe(String(WMode));
      expect(String(codes.dict.get(PDFName.of('Type')))).toBe('/CMap');
      const { text } = streamAt('ToUnicode');
      expect([...readToUnicode(text)]).toEqual(
        rows.map(([code], at) => [Number.parseInt(code, 16), String.fromCodePoint(0x4e00 + at)]),
      );
      expect([...text.matchAll(/(\d+) beginbfchar\n/g)].map(([, count]) => count)).toEqual([
        '100',
        '100',
        '50',
      ]);
    },
  );
});
