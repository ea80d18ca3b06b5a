import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { filesIn, noticesOf } from './notices.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sixpence-notices-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a package and returns the path of one of its modules. */
function aPackage(folder, manifest, files = {}) {
  const all = { 'package.json': JSON.stringify(manifest), 'lib/index.js': '', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, folder, name)), { recursive: true });
    writeFileSync(join(root, folder, name), text);
  }
  return join(root, folder, 'lib/index.js');
}

const sectionsOf = (text) => text.trimEnd().split(`\n\n${'-'.repeat(80)}\n\n`);

test('each package is named once, in the order of names, with its licence and its notices', () => {
  const files = [
    aPackage('node_modules/b', { name: 'b', version: '2.0.0', license: 'MIT' }, { LICENSE: 'MIT of b' }),
    aPackage(
      'node_modules/b/node_modules/@scope/a',
      { name: '@scope/a', version: '1.0.0', license: 'Apache-2.0', author: 'Anna' },
      { 'LICENCE.md': 'Apache', NOTICE: 'Anna wrote this.' },
    ),
    join(root, 'src/own.js'),
  ];
  expect(sectionsOf(noticesOf('The site', [...files, ...files]))).toEqual([
    'The site contains these packages of other authors, under their own licences.',
    '@scope/a 1.0.0 (Apache-2.0) by Anna\n\nApache\n\nAnna wrote this.',
    'b 2.0.0 (MIT)\n\nMIT of b',
  ]);
});

test('packages with the same licence text share one section', () => {
  const files = ['c', 'd'].map((name) =>
    aPackage(`node_modules/${name}`, { name, version: '1.0.0', license: 'ISC' }, { COPYING: 'ISC of both' }),
  );
  expect(sectionsOf(noticesOf('The site', files))[1]).toBe('c 1.0.0 (ISC)\nd 1.0.0 (ISC)\n\nISC of both');
});

test('a package without a licence file is named with its author; a package without a licence is refused', () => {
  const named = { name: 'e', version: '1.0.0', license: 'MIT', author: { name: 'Emil' } };
  expect(noticesOf('The site', [aPackage('node_modules/e', named)])).toContain('e 1.0.0 (MIT) by Emil');
  const nameless = aPackage('node_modules/f', { name: 'f', version: '1.0.0' });
  expect(() => noticesOf('The site', [nameless])).toThrow('f 1.0.0 names no licence');
});

test("the files of an output include modules, assets, and the bundlers' own code", () => {
  const output = [
    { type: 'chunk', moduleIds: ['/a/node_modules/x/i.js', '\0rolldown/runtime.js'] },
    { type: 'asset', originalFileNames: ['../node_modules/font/f.woff2'] },
  ];
  const files = filesIn(output, '/a/web');
  expect(files).toEqual(['/a/node_modules/x/i.js', '\0rolldown/runtime.js', '/a/node_modules/font/f.woff2']);
  expect(noticesOf('The site', ['\0rolldown/runtime.js'])).toMatch(/^rolldown \d/m);
});
