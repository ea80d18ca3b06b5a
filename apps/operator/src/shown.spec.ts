import { expect, test } from '@jest/globals';
import { shownJson, shownLine } from './shown.js';

test.each([
  ['a title for the window', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
  ['a sequence of one C1 character', '\u009b2J', '\\u009b2J'],
  ['a second line', 'Hall\r\nLibrary', 'Hall\\u000d\\u000aLibrary'],
  ['a line break of Unicode', 'Hall\u2028Library', 'Hall\\u2028Library'],
  ['a reversed writing direction', 'invoice\u202efdp.exe', 'invoice\\u202efdp.exe'],
  ['an invisible tag', 'Hall\u{e0041}', 'Hall\\udb40\\udc41'],
  ['half of a character', 'Hall\ud800', 'Hall\\ud800'],
])('%s is shown escaped', (_, name, shown) => {
  expect(shownLine(name)).toBe(shown);
  expect(shownJson({ name })).not.toMatch(/[^\P{C}\n]/u);
  expect(JSON.parse(shownJson({ name }))).toEqual({ name });
});

test('tabs and letters of any script are shown unchanged', () => {
  expect(shownLine('Große Halle\tбиблиотека\t図書館 🖨')).toBe('Große Halle\tбиблиотека\t図書館 🖨');
});
