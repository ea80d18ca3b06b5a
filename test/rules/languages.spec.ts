import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

function modulesOf(folder: string): string[] {
  return globSync(`${folder}/src/**/*.{ts,tsx}`).filter((file) => !/\.spec\./.test(file));
}

/** The names of word modules: `inLanguage('codeWords', …)`. */
function namesIn(folders: readonly string[]): string[] {
  return folders
    .flatMap(modulesOf)
    .filter((file) => !file.endsWith('language.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/inLanguage(?:<.*>)?\(\s*'(\w+)'/g)])
    .map(([, name]) => name ?? '');
}

const places = [
  ['the site', ['web', 'libs/theme'], '../../web/src/words.de.js'],
  ['the panel', ['printer-agent/panel', 'libs/theme'], '../../printer-agent/panel/src/words.de.js'],
] as const;

test.each(places)('German has all words of %s, each under one name', async (_, folders, file) => {
  const { words } = (await import(file)) as { words: object };
  const names = namesIn(folders).toSorted();
  expect(names).not.toEqual([]);
  expect(names).toEqual([...new Set(names)]);
  expect(Object.keys(words).toSorted()).toEqual(names);
});

const folders = ['web', 'printer-agent/panel', 'libs/theme'];

test.each(folders)('in %s every module of words supports other languages', (folder) => {
  const pictures = 'picture-words.ts';
  const files = globSync(`${folder}/src/**/*-words.ts`).filter((file) => !file.endsWith(pictures));
  const silent = files.filter(
    (file) => !/inLanguage|language\(\)|locale\(\)|money-words/.test(readFileSync(file, 'utf8')),
  );
  expect(silent).toEqual([]);
});

test.each(folders)('in %s words are declared under a name that other languages use', (folder) => {
  const files = modulesOf(folder).filter((file) => !/\.de\.ts$/.test(file));
  const nameless = files.filter((file) => /const \w*words = \{/i.test(readFileSync(file, 'utf8')));
  expect(nameless).toEqual([]);
});
