import { readFileSync } from 'node:fs';
import { builtinModules, SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import { entryPoints } from '@sixpence/sandbox/services/service-commands';

const programs = {
  ...entryPoints,
  'what converts behind the fence': join(checkout, 'apps/converter/dist/fence/inside.bundle.js'),
  'what reads mails': join(checkout, 'apps/intake/dist/reading/main.bundle.js'),
};

/** They look for files of their packages beside their code. */
const leftOut = ['@node-rs/argon2', '@hyzyla/pdfium', 'pdfkit'];

describe.each(Object.entries(programs))('the program of %s', (_name, file) => {
  test('has all code that it is made of in its own files', () => {
    const others = filesOf(file)
      .flatMap((part) => importsOf(readFileSync(part, 'utf8')))
      .filter(
        (name) => !name.startsWith('./') && !name.startsWith('node:') && !builtinModules.includes(name),
      );
    expect(others.filter((name) => !leftOut.includes(name))).toEqual([]);
  });
});

test('an error in one of them is told with the line of our own source', () => {
  const code = readFileSync(entryPoints.core, 'utf8').split('\n');
  const line = code.findIndex((text) => text.includes('core cannot start'));
  const map = new SourceMap(JSON.parse(readFileSync(`${entryPoints.core}.map`, 'utf8')) as SourceMapPayload);
  const found = map.findEntry(line, code[line]!.indexOf('core cannot start'));
  if (!('originalSource' in found)) throw new Error('The map knows nothing of this line');
  const source = readFileSync(join(dirname(entryPoints.core), found.originalSource), 'utf8').split('\n');
  expect(source[found.originalLine]).toContain('core cannot start');
});

/** A bundle, and the parts of it that are read when they are needed. */
function filesOf(file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return [];
  found.add(file);
  for (const name of importsOf(readFileSync(file, 'utf8')))
    if (name.startsWith('./')) filesOf(join(dirname(file), name), found);
  return [...found];
}

/** What it imports when it begins, and the parts of its own that come later. What packages try to find later may be missing. */
function importsOf(code: string): string[] {
  const found = code.matchAll(/^(?:import|export) [^"]*"([^"]+)";$|\bimport\("(\.[^"]+)"\)/gm);
  return [...found].map(([, begins, comes]) => begins ?? comes ?? '');
}
