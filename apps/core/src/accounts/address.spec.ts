import { expect, test } from '@jest/globals';
import { asAddress } from './address.js';

test('an address is the same in whatever case it is typed', () => {
  expect(asAddress('Anna@Example.COM')).toBe('anna@example.com');
  expect(asAddress('anna@example.com')).toBe('anna@example.com');
});

test('an address that lower case makes longer than the table allows is refused', () => {
  expect(asAddress(`${'a'.repeat(248)}@b.cde`)).toHaveLength(254);
  expect(() => asAddress(`${'İ'.repeat(200)}@b.co`)).toThrow(
    expect.objectContaining({ code: 'request.invalid' }),
  );
});
