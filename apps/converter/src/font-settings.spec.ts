import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { fontSettings } from './font-settings.js';

const more = {
  ...{ folders: ['/work/faces'], cache: '/work/cache', aliases: { Symbol: 'DejaVu Sans', Dings: 'Other' } },
  files: ['/fonts/dejavu/A.ttf', '/fonts/dejavu/B.ttf', '/fonts/single/C.ttf'],
};

const own = [
  ...['/usr/share/fonts/truetype/liberation', '/usr/share/fonts/truetype/crosextra'],
  ...['/usr/share/fonts/truetype/noto', '/usr/share/fonts/opentype/noto'],
];

/** The texts of all elements of this name. */
const textsOf = (settings: string, name: string) =>
  [...settings.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
const globsIn = (settings: string, name: string) =>
  textsOf(new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(settings)?.[1] ?? '', 'glob');

test('LibreOffice has only the fonts of the set-up, and each of them is installed', () => {
  const settings = fontSettings();
  expect(textsOf(settings, 'dir')).toEqual(own);
  expect(own.filter((folder) => !existsSync(folder) || readdirSync(folder).length === 0)).toEqual([]);
  expect(textsOf(settings, 'cachedir')).toEqual(['/var/cache/fontconfig']);
  expect(globsIn(settings, 'rejectfont')).toEqual(['/usr/share/fonts/*/noto/*']);
  expect(globsIn(settings, 'acceptfont')).toEqual(
    ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => `/usr/share/fonts/*/noto/*-${style}.*`),
  );
  expect(settings).not.toContain('<alias');
});

test('the rules are those of fontconfig’s own package, in order, and each is installed', () => {
  const rules = textsOf(fontSettings(), 'include');
  expect(rules.map((rule) => /\/(\d\d)-/.exec(rule)?.[1])).toEqual([
    ...['30', '30', '40', '45', '45', '49', '60', '60', '65', '70', '90'],
  ]);
  expect(rules.filter((rule) => !existsSync(rule))).toEqual([]);
});

test('additional fonts of a program are searched first; of a single file’s folder no other file is used', () => {
  const settings = fontSettings(more);
  expect(textsOf(settings, 'dir')).toEqual(['/work/faces', ...own, '/fonts/dejavu', '/fonts/single']);
  expect(textsOf(settings, 'cachedir')).toEqual(['/var/cache/fontconfig', '/work/cache']);
  expect(globsIn(settings, 'rejectfont').slice(1)).toEqual(['/fonts/dejavu/*', '/fonts/single/*']);
  expect(globsIn(settings, 'acceptfont').slice(4)).toEqual(more.files);
  const aliases = settings.split('\n').filter((line) => line.startsWith('<alias'));
  expect(aliases.map((line) => [line.includes('binding="same"'), ...textsOf(line, 'family')])).toEqual([
    [true, 'Symbol', 'DejaVu Sans'],
    [true, 'Dings', 'Other'],
  ]);
});
