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
