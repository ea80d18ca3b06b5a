import { expect, test } from '@jest/globals';
import { folderCircles } from './folder-circles.mjs';

const imports = (...pairs) => pairs.map(([from, to]) => ({ from, to }));

test('two folders that import each other are a circle, though no two files do', () => {
  const found = folderCircles(imports(['app/a/one.ts', 'app/b/two.ts'], ['app/b/three.ts', 'app/a/four.ts']));
  expect(found.map(({ folders }) => folders)).toEqual([['app/a', 'app/b']]);
  expect(found[0].imports[1]).toEqual({ from: 'app/b/three.ts', to: 'app/a/four.ts' });
});

test('a circle of three is found once', () => {
  const found = folderCircles(imports(['a/x.ts', 'b/x.ts'], ['b/y.ts', 'c/y.ts'], ['c/z.ts', 'a/z.ts']));
  expect(found.map(({ folders }) => folders)).toEqual([['a', 'b', 'c']]);
});

test('a folder stands for everything below it', () => {
  const found = folderCircles(imports(['a/deep/x.ts', 'b/x.ts'], ['b/y.ts', 'a/other/y.ts']));
  expect(found.map(({ folders }) => folders)).toEqual([['a', 'b']]);
});

test('what lies in a folder and what lies below it are one house', () => {
  expect(folderCircles(imports(['a/roof.ts', 'a/room/x.ts'], ['a/room/y.ts', 'a/ground.ts']))).toEqual([]);
});

test('one direction is no circle', () => {
  expect(folderCircles(imports(['a/x.ts', 'b/x.ts'], ['a/y.ts', 'c/y.ts'], ['b/z.ts', 'c/z.ts']))).toEqual(
    [],
  );
});
