import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { languages } from '@sixpence/theme/language';

const folders = ['web', 'printer-agent/panel', 'libs/theme'];
const others = Object.keys(languages).filter((language) => language !== 'en');
const inEnglish = (folder: string) => globSync(`${folder}/src/**/*-words.en.ts`);
const textOf = (file: string) => readFileSync(file, 'utf8');
/** The constants of a words file, and the names by which other languages find them. */
const declared = (file: string) =>
  [...textOf(file).matchAll(/export const (\w+) = inLanguage(?:<[^(]*>)?\(\s*'(\w+)'/g)].map(
    ([, constant = '', name = '']) => [constant, name] as const,
  );

test.each(folders.flatMap(inEnglish))(
  'every constant of %s holds words, registered under its own name',
  (file) => {
    const constants = [...textOf(file).matchAll(/^export (?:const|function) (\w+)/gm)].map(
      ([, name]) => name,
    );
    expect(constants).not.toEqual([]);
    expect(declared(file)).toEqual(constants.map((name) => [name, name]));
  },
);

test.each(['web', 'printer-agent/panel'])('all words of %s have different names', (folder) => {
  const names = [...inEnglish(folder), ...inEnglish('libs/theme')].flatMap(declared).map(([, name]) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

test.each(folders)('in %s only words files call inLanguage', (folder) => {
  const files = globSync(`${folder}/src/**/*.{ts,tsx}`).filter(
    (file) => !/-words\.en\.ts$|\.spec\.|\/language\.ts$/.test(file),
  );
  const otherFiles = files.filter((file) => /\binLanguage\('|const \w*words = \{/i.test(textOf(file)));
  expect(otherFiles.filter((file) => !/\.de\.ts$/.test(file))).toEqual([]);
});

test.each(others.flatMap((language) => folders.flatMap(inEnglish).map((file) => [file, language] as const)))(
  'the words of %s have a file beside them for the language %s',
  (file, language) => {
    expect(existsSync(file.replace(/\.en\.ts$/, `.${language}.ts`))).toBe(true);
  },
);

const places = [
  ['the site', 'web/src/app/words', ['web/src/{app,components,lib}', 'libs/theme/src']],
  ['the panel', 'printer-agent/panel/src/words', ['printer-agent/panel/src', 'libs/theme/src']],
] as const;

test.each(others.flatMap((language) => places.map((place) => [language, ...place] as const)))(
  'the first file of the language %s of %s holds all words that no page loads later',
  async (language, _, file, parts) => {
    const { words } = (await import(`../../${file}.${language}.js`)) as { words: object };
    const names = parts
      .flatMap((part) => globSync(`${part}/**/*-words.en.ts`))
      .flatMap(declared)
      .map(([, name]) => name);
    expect(Object.keys(words).toSorted()).toEqual(names.toSorted());
  },
);

test.each(globSync('web/src/features/*/'))(
  'all words of the page %s are in one file with the name of its folder',
  (folder) => {
    const [name] = folder.split('/').slice(-1);
    expect(globSync(`${folder}/**/*-words.en.ts`)).toEqual([`${folder}/${name}-words.en.ts`]);
  },
);
