import { expect, test } from '@jest/globals';
import { notTakenReasons } from '@sixpence/contracts/not-taken';
import { replies } from './reply.js';

test('the reply to a mail without documents names its attachments and the remedy', () => {
  expect(replies.nothing([]).message).toBe(
    '5.6.1 Nothing in this mail can be printed. Attach PDF, office documents, or pictures',
  );
  const zips = ['a.zip', 'b.zip', 'c.zip', 'd.zip'].map((name) => ({ name, why: 'archive' as const }));
  expect(replies.nothing([{ name: 'Café.heic', why: 'heic' }, ...zips]).message).toBe(
    '5.6.1 Nothing in this mail can be printed. ' +
      'a.zip, b.zip, and 2 more: Archives are not opened: unpack it, and attach the files. ' +
      'Caf?.heic: HEIC pictures cannot be printed: send it as JPEG, or choose Most Compatible for the camera.',
  );
});

test.each([
  [['a.zip', 'b.zip'], 'a.zip, b.zip: '],
  [['a.zip', 'b.zip', 'c.zip'], 'a.zip, b.zip, and 1 more: '],
])('the reply names two of %j, and counts the others', (names, said) => {
  const { message } = replies.nothing(names.map((name) => ({ name, why: 'archive' as const })));
  expect(message).toContain(`can be printed. ${said}Archives`);
});

test('the reply is one line that fits SMTP, whatever the mail contains', () => {
  const all = notTakenReasons.flatMap((why) => [1, 2, 3].map(() => ({ name: 'ü\r\n'.repeat(80), why })));
  const { message } = replies.nothing(all);
  expect(message).toMatch(/^[ -~]{100,500}$/);
});

test('a name in the reply has at most sixty characters', () => {
  const { message } = replies.nothing([{ name: 'a'.repeat(61), why: 'archive' }]);
  expect(message).toContain(`can be printed. ${'a'.repeat(60)}: Archives`);
});

test('the advice in the reply has up to 440 characters, and sentences beyond are left out', () => {
  const lengths = Array.from({ length: 60 }, (_, more) =>
    replies.nothing(
      notTakenReasons.map((why) => ({ name: 'a'.repeat(why === 'archive' ? more + 1 : 1), why })),
    ),
  ).map(({ message }) => message.split('can be printed. ')[1]!.length);
  expect(Math.max(...lengths)).toBe(440);
});

test.each([
  [replies.busy(), 421],
  [replies.tooManyConnections(), 421],
  [replies.tooLong(), 421],
  [replies.slow(), 421],
  [replies.full(undefined), 452],
  [replies.later(), 451],
  [replies.tooOften(), 451],
  [replies.doubtful(), 451],
  [replies.relay(), 550],
  [replies.tooLarge(), 552],
  [replies.lineEndings(), 554],
  [replies.longLine(), 554],
  [replies.tooManyParts(), 554],
  [replies.unreadable(), 554],
  [replies.unproven(), 550],
  [replies.unknown('anna@example.com', 'https://print.example.com'), 550],
  [replies.locked(), 550],
  [replies.switchedOff('https://print.example.com'), 550],
  [replies.noRoom(), 552],
  [replies.nothing([]), 554],
])('%s has the code %i, and an enhanced code of the same class', ({ responseCode, message }, code) => {
  expect(responseCode).toBe(code);
  expect(message).toMatch(new RegExp(`^${String(code)[0]}\\.\\d\\.\\d `));
});
