import { expect, test } from '@jest/globals';
import { refusals } from '@sixpence/contracts/refusals';
import { z } from 'zod';
import { validated } from './contract.js';

const schema = z.object({
  name: z.string().max(3).regex(/^a/),
  pages: z.array(z.object({ number: z.int() })),
});

test('a valid value is returned without unknown fields', () => {
  const value = { name: 'abc', pages: [{ number: 1, more: 2 }], more: 3 };
  expect(validated(schema, value)).toEqual({ name: 'abc', pages: [{ number: 1 }] });
});

test.each([
  [{ name: 'hunter2', pages: [{ number: 1 }, { number: 'hunter2' }] }, 'name, pages.1.number'],
  [{ name: 'abc' }, 'pages'],
  ['hunter2', 'the body'],
])('a malformed value is refused with the names of its fields (case %#)', (value, fields) => {
  expect(() => validated(schema, value)).toThrow(
    expect.objectContaining({ code: 'request.invalid', message: `Please check: ${fields}` }),
  );
});

test('a refusal with the code of the row names no field', () => {
  expect(() => validated(schema, {}, 'document.unknown')).toThrow(
    expect.objectContaining({
      code: 'document.unknown',
      message: refusals['document.unknown'].sentence,
    }),
  );
});
