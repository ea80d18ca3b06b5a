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
  test('has all code that it begins with in its one file', () => {
    const others = importsOf(readFileSync(file, 'utf8')).filter(
      (name) => !name.startsWith('node:') && !builtinModules.includes(name),
    );
    expect(others.filter((name) => !leftOut.includes(name))).toEqual([]);
  });
});

describe('an error in core', () => {
  const code = readFileSync(entryPoints.core, 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(`${entryPoints.core}.map`, 'utf8')) as SourceMapPayload);
  /** Where a piece of code came from, as Node finds it for an error. */
  const originOf = (text: string) => {
    const line = code.findIndex((each) => each.includes(text));
    expect(line).toBeGreaterThan(0);
    return map.findEntry(line, code[line]!.indexOf(text));
  };

  test('is told with the line of our own source', () => {
    const found = originOf('core cannot start');
    if (!('originalSource' in found)) throw new Error('The map knows nothing of this line');
    const source = readFileSync(join(dirname(entryPoints.core), found.originalSource), 'utf8').split('\n');
    expect(source[found.originalLine]).toContain('core cannot start');
  });

  test('that a package throws is not told with a line of ours', () => {
    expect(originOf('class BoundPool extends')).toMatchObject({ originalSource: undefined });
  });
});

/** What it imports when it begins; what packages try to find later may be missing. */
function importsOf(code: string): string[] {
  return [...code.matchAll(/^(?:import|export) [^"]*"([^"]+)";$/gm)].map(([, name]) => name ?? '');
}
