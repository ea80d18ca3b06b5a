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

test('a uuencoded line may have one character more, of a checksum', () => {
  const [file] = uuencodedIn(`begin 644 cat.txt\n#0V%T!\n\`\nend`).files;
  expect(file?.bytes).toEqual(Buffer.from('Cat'));
});

test('a uuencoded file may have several lines, of up to 45 bytes', () => {
  const line = (bytes: number) => String.fromCharCode(0x20 + bytes) + '0V%T'.repeat(bytes / 3);
  const text = `begin 644 cats.txt\n${line(45)}\n${line(6)}\n\`\nend\nBye`;
  expect(uuencodedIn(text)).toEqual({
    text: '\nBye',
    files: [{ name: 'cats.txt', bytes: Buffer.from('Cat'.repeat(17)) }],
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
  'begin 64 cat.txt\n`\nend',
  'begin 64444 cat.txt\n`\nend',
  'begin 644  \n`\nend',
  'begin 644 cat.txt\n#0V%T!!\nend',
  'begin 644 cat.txt\n#0V%T\n\nend',
  ' begin 644 cat.txt\n#0V%T\n`\nend',
  `begin 644 ${'a'.repeat(202)}\n\`\nend`,
  `begin 644 cat.txt\n${'_'.repeat(63)}\nend`,
])('%j is left unchanged', (text) => {
  expect(uuencodedIn(text)).toEqual({ text, files: [] });
});

test.each(['begin 644 x\n', 'begin 644 x\n#0V%T\n', '#0V%T\n', 'begin ', '\n'])(
  'two megabytes of %j are read in linear time',
  (piece) => {
    expect(uuencodedIn(piece.repeat(2_000_000 / piece.length)).files).toEqual([]);
  },
);
