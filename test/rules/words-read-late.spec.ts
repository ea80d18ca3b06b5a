import { globSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';

test('no module reads words while it is loaded, because the language is chosen later', async () => {
  const read: string[] = [];
  let loading = '';
  const recordRead = (what: string) => read.push(`${what}, as ${loading} is loaded`);
  jest.unstable_mockModule('@sixpence/theme/language', () => ({
    languages: {},
    languageIn: () => undefined,
    speak: () => undefined,
    addWords: () => undefined,
    language: () => recordRead('the language'),
    locale: () => recordRead('the locale'),
    inLanguage: (name: string, english: object) =>
      new Proxy(english, {
        get: (_, key) => recordRead(`${name}.${String(key)}`),
        apply: () => recordRead(name),
      }),
  }));
  const modules = globSync('{web,printer-agent/panel,libs/theme}/src/**/*.{ts,tsx}').filter(
    // Excludes modules that draw at once or at build time, and modules for specs only.
    (file) =>
      !/\.spec\.|\/testing\/|\.d\.ts$|\/(main|prerender)\.tsx$|\/theme\/src\/language\.ts$/.test(file),
  );
  for (loading of modules) await import(`../../${loading.replace(/\.tsx?$/, '.js')}`);
  expect(modules.length).toBeGreaterThan(300);
  expect(read).toEqual([]);
});
