import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chooseFont, type Wanted } from './font-choice.js';

const { PATH: path, TMPDIR: folder } = process.env;
let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-fonts-'));
  Object.assign(process.env, { PATH: scratch, TMPDIR: scratch });
});
afterEach(async () => {
  process.env.PATH = path;
  if (folder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = folder;
  await rm(scratch, { recursive: true });
});

/** Replaces `fc-match`: this one records its options, and always finds this font with these characters. */
const findsFontWith = (charset: string, { file = '/fonts/LiberationSans.ttf', index = 0 } = {}) =>
  writeFile(
    join(scratch, 'fc-match'),
    `#!/bin/sh\nprintf '%s' "$3" > "${scratch}/asked"\nprintf 'Liberation Sans\\n${file}\\n${index}\\n${charset}\\n'\n`,
    { mode: 0o755 },
  );

const choose = (letters: string) =>
  chooseFont({
    ...{ name: 'Arial', isSerif: false, isFixed: false, isBold: true, isItalic: false },
    letters: new Set(letters),
  });

const latin = '20-7e a0-ff';

test.each(['Word', '0–9 © →', ''])('a font with all letters and digits is chosen: %j', async (letters) => {
  await findsFontWith(latin);
  expect(await choose(letters)).toBe('Liberation Sans-Bold');
});

test.each(['Wordж', 'жWord', 'Ελ', '٣'])(
  'a font without one of the letters or digits is not chosen: %j',
  async (letters) => {
    await findsFontWith(latin);
    await expect(choose(letters)).rejects.toMatchObject({ reason: 'missing-font' });
  },
);

test('the first and the last character of each range of a font are available, and no neighbour', async () => {
  await findsFontWith('41-43 61 78-7a');
  for (const letter of ['A', 'C', 'a', 'x', 'z']) {
    expect(await choose(letter)).toBe('Liberation Sans-Bold');
  }
  for (const letter of ['D', 'b', 'w']) {
    await expect(choose(letter)).rejects.toMatchObject({ reason: 'missing-font' });
  }
});

test('all letters are checked, even if there are many', async () => {
  await findsFontWith('4e00-9fff');
  const many = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  expect(await choose(many)).toBe('Liberation Sans-Bold');
  await expect(choose(`${many}w`)).rejects.toMatchObject({ reason: 'missing-font' });
});

test('without fc-match the failure is a missing program, not a missing font', async () => {
  await expect(choose('Word')).rejects.toMatchObject({ name: 'MissingProgram' });
});

const plain = { name: 'X', isSerif: false, isFixed: false, isBold: false, isItalic: false };

/** The pattern for which fontconfig is asked. */
async function askedFor(wanted: Partial<Omit<Wanted, 'letters'>>, letters = 'a'): Promise<string> {
  await findsFontWith('0-ffff');
  await chooseFont({ ...plain, ...wanted, letters: new Set(letters) });
  return readFile(join(scratch, 'asked'), 'utf8');
}

test.each<[Partial<Wanted>, string]>([
  [{ name: 'Calibri-Light' }, 'Carlito'],
  [{ name: 'Cambria' }, 'Caladea'],
  [{ name: 'CourierNew' }, 'Liberation Mono'],
  [{ name: 'Consolas', isSerif: true }, 'Liberation Mono'],
  [{ name: 'VERDANA', isFixed: true }, 'Liberation Sans'],
  [{ name: 'Georgia' }, 'Liberation Serif'],
  [{ name: 'House', isFixed: true, isSerif: true }, 'Liberation Mono'],
  [{ name: 'House', isSerif: true }, 'Liberation Serif'],
  [{ name: 'House' }, 'Liberation Sans'],
])('the font most like %j is %s, before fonts for all scripts', async (wanted, family) => {
  const eastern = `Noto ${wanted.isSerif ? 'Serif' : 'Sans'} CJK SC`;
  expect(await askedFor(wanted)).toBe(
    `${family},Liberation Sans,DejaVu Sans,Noto Sans,${eastern}:charset=61`,
  );
});

test.each<[string, Partial<Wanted>, string]>([
  ['中', {}, 'SC'],
  ['中ひ', { name: 'SimSun' }, 'JP'],
  ['カ', {}, 'JP'],
  ['한', { name: 'MingLiU' }, 'KR'],
  ['한', { country: 'TC' }, 'TC'],
  ['中', { name: 'PMingLiU' }, 'TC'],
  ['中', { name: 'HouseHKey' }, 'SC'],
  ['中', { name: 'House HK' }, 'TC'],
  ['中', { name: 'SimHei' }, 'SC'],
  ['中', { name: 'MS-PGothic' }, 'JP'],
  ['中', { name: 'Malgun' }, 'KR'],
  ['中', { name: 'SimSun', country: 'KR' }, 'KR'],
])('the letters %s in the font %j have the shapes of %s', async (letters, wanted, country) => {
  expect(await askedFor(wanted, letters)).toContain(`Noto Sans CJK ${country}`);
});

test('the country of the document comes before all western fonts', async () => {
  expect(await askedFor({ name: 'Arial', isSerif: true, country: 'JP' }, '中a')).toBe(
    'Noto Serif CJK JP,Liberation Sans,Liberation Sans,DejaVu Sans,Noto Sans:charset=4e2d 61',
  );
});

test('fontconfig is asked for at most 2,000 letters', async () => {
  const many = Array.from({ length: 2_001 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  const [, charset = ''] = (await askedFor({}, many)).split('charset=');
  expect(charset.split(' ')).toHaveLength(2_000);
});

test.each([
  [{}, '', 'Liberation Sans'],
  [{ isBold: true }, ':bold', 'Liberation Sans-Bold'],
  [{ isItalic: true }, ':italic', 'Liberation Sans-Italic'],
  [{ isBold: true, isItalic: true }, ':bold:italic', 'Liberation Sans-BoldItalic'],
])('the search for %j asks for the style (%s), and for part of the name: %s', async (style, asked, name) => {
  expect(await askedFor(style)).toContain(`${asked}:charset=61`);
  expect(await chooseFont({ ...plain, ...style, letters: new Set('a') })).toBe(name);
});

test('a font without a file counts as missing', async () => {
  await findsFontWith('', { file: '' });
  await expect(choose('')).rejects.toMatchObject({ reason: 'missing-font' });
});

test('the chosen font of a collection is extracted once, because poppler uses only the first font of a file', async () => {
  const collection = Buffer.alloc(12 + 8 + 24);
  collection.writeUInt32BE(20, 12);
  collection.writeUInt32BE(32, 16);
  collection.write('first', 20);
  collection.write('second', 32);
  collection.writeUInt16BE(0, 24);
  collection.writeUInt16BE(0, 36);
  const file = join(scratch, 'Fonts.ttc');
  await writeFile(file, collection);
  await findsFontWith(latin, { file, index: 1 });
  await choose('a');
  const place = join(scratch, 'faces', 'Fonts.ttc-1.otf');
  expect((await readFile(place, 'latin1')).startsWith('seco')).toBe(true);
  await writeFile(place, 'extracted earlier');
  await choose('a');
  expect(await readFile(place, 'latin1')).toBe('extracted earlier');
  expect(await readdir(join(scratch, 'faces'))).toHaveLength(1);
});
