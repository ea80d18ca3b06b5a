import { readFileSync } from 'node:fs';
import { builtinModules, SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import { entryPoints } from '@sixpence/sandbox/services/service-commands';

const programs = {
  ...entryPoints,
  'the process behind the fence': join(checkout, 'apps/converter/dist/fence/inside.bundle.js'),
  'the mail reader': join(checkout, 'apps/intake/dist/reading/main.bundle.js'),
};

/** These packages read files beside their code. */
const leftOut = ['@node-rs/argon2', '@hyzyla/pdfium', 'pdfkit'];

describe.each(Object.entries(programs))('the program of %s', (_name, file) => {
  test('contains all code that it needs to start, in one file', () => {
    const others = importsOf(readFileSync(file, 'utf8')).filter(
      (name) => !name.startsWith('node:') && !builtinModules.includes(name),
    );
    expect(others.filter((name) => !leftOut.includes(name))).toEqual([]);
  });
});

describe('the stack trace of an error in core', () => {
  const code = readFileSync(entryPoints.core, 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(`${entryPoints.core}.map`, 'utf8')) as SourceMapPayload);
  /** The source of a piece of code, as Node finds it for an error. */
  const originOf = (text: string) => {
    const line = code.findIndex((each) => each.includes(text));
    expect(line).toBeGreaterThan(0);
    return map.findEntry(line, code[line]!.indexOf(text));
  };

  test('names the line of our own source', () => {
    const found = originOf('core cannot start');
    if (!('originalSource' in found)) throw new Error('The map knows nothing of this line');
    const source = readFileSync(join(dirname(entryPoints.core), found.originalSource), 'utf8').split('\n');
    expect(source[found.originalLine]).toContain('core cannot start');
  });

  test('names no line of ours for an error of a package', () => {
    expect(originOf('class BoundPool extends')).toMatchObject({ originalSource: undefined });
  });
});

/** The imports at the start; packages that a dependency loads later, on demand, may be missing. */
function importsOf(code: string): string[] {
  return [...code.matchAll(/^(?:import|export) [^"]*"([^"]+)";$/gm)].map(([, name]) => name ?? '');
}
