import { expect, test } from '@jest/globals';
import { folderCircles } from './folder-circles.mjs';

const imports = (...pairs) => pairs.map(([from, to]) => ({ from, to }));

test('two folders that import each other are a circle, even if no two files do', () => {
  const found = folderCircles(imports(['app/a/one.ts', 'app/b/two.ts'], ['app/b/three.ts', 'app/a/four.ts']));
  expect(found.map(({ folders }) => folders)).toEqual([['app/a', 'app/b']]);
  expect(found[0].imports[1]).toEqual({ from: 'app/b/three.ts', to: 'app/a/four.ts' });
});

test('a circle of three folders is found once', () => {
  const found = folderCircles(imports(['a/x.ts', 'b/x.ts'], ['b/y.ts', 'c/y.ts'], ['c/z.ts', 'a/z.ts']));
  expect(found.map(({ folders }) => folders)).toEqual([['a', 'b', 'c']]);
});

test('a folder includes everything below it', () => {
  const found = folderCircles(imports(['a/deep/x.ts', 'b/x.ts'], ['b/y.ts', 'a/other/y.ts']));
  expect(found.map(({ folders }) => folders)).toEqual([['a', 'b']]);
});

test('a folder and its subfolders may import each other', () => {
  expect(folderCircles(imports(['a/roof.ts', 'a/room/x.ts'], ['a/room/y.ts', 'a/ground.ts']))).toEqual([]);
});

test('imports in one direction are no circle', () => {
  expect(folderCircles(imports(['a/x.ts', 'b/x.ts'], ['a/y.ts', 'c/y.ts'], ['b/z.ts', 'c/z.ts']))).toEqual(
    [],
  );
});
