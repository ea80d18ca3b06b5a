import { expect, test } from '@jest/globals';
import { uuencodedIn } from './uuencoded.js';

const cat = 'begin 644 cat.txt\n#0V%T\n`\nend\n';

test('uuencoded files are extracted from a text', () => {
  expect(uuencodedIn(`Hello\n${cat}Bye\n${cat}`)).toEqual({
    text: 'Hello\n\nBye\n\n',
    files: [
      { name: 'cat.txt', bytes: Buffer.from('Cat') },
      { name: 'cat.txt', bytes: Buffer.from('Cat') },
    ],
  });
});

test('two uuencoded files have their own names and bytes, with any mode', () => {
  const dog = 'begin 0755 my dog.txt\n#1&]G\n`\nend\n';
  expect(uuencodedIn(`${cat}between\n${dog}`)).toEqual({
    text: '\nbetween\n\n',
    files: [
      { name: 'cat.txt', bytes: Buffer.from('Cat') },
      { name: 'my dog.txt', bytes: Buffer.from('Dog') },
    ],
  });
});

test('uuencoded lines may lack trailing spaces', () => {
  const zeros = 'begin 600 zeros\n#\nend';
  expect(uuencodedIn(zeros).files).toEqual([{ name: 'zeros', bytes: Buffer.alloc(3) }]);
});

test.each([
  '',
  'begin',
  'begin 644 cat.txt',
  'begin at the beginning\nend',
  'begin 644 cat.txt\n#0V%T\n`\n',
  'begin 644 cat.txt\nnot a line of a file\nend',
  'begin 644 cat.txt\n#0V%T0V%T0V%T\nend',
  'begin 844 cat.txt\n`\nend',
])('%j is left unchanged', (text) => {
  expect(uuencodedIn(text)).toEqual({ text, files: [] });
});

test.each(['begin 644 x\n', 'begin 644 x\n#0V%T\n', '#0V%T\n', 'begin ', '\n'])(
  'two megabytes of %j are read in linear time',
  (piece) => {
    expect(uuencodedIn(piece.repeat(2_000_000 / piece.length)).files).toEqual([]);
  },
);
