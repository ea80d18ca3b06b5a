import { expect, test } from '@jest/globals';
import { asAddress } from './address.js';

test('an address is the same in upper and lower case', () => {
  expect(asAddress('Anna@Example.COM')).toBe('anna@example.com');
  expect(asAddress('anna@example.com')).toBe('anna@example.com');
});

test('an address that becomes too long in lower case is refused', () => {
  expect(asAddress(`${'a'.repeat(248)}@b.cde`)).toHaveLength(254);
  expect(() => asAddress(`${'İ'.repeat(200)}@b.co`)).toThrow(
    expect.objectContaining({ code: 'request.invalid' }),
  );
});

test('two spellings of a domain are one address', () => {
  expect(asAddress('änna@exämple.com')).toBe('änna@xn--exmple-cua.com');
  expect(asAddress('ÄNNA@xn--exmple-cua.com')).toBe('änna@xn--exmple-cua.com');
});

test.each(['anna@ｅxample.com', 'anna@example.com.'])('%s is stored as anna@example.com', (written) => {
  expect(asAddress(written)).toBe('anna@example.com');
});

test.each([
  'anna@example.com/other.com',
  'anna@example.com:80.com',
  'anna@ex%61mple.com',
  'anna@10.20',
  'anna@example.com(1)',
  'anna@example.com;',
  'anna@example.com,other.com',
  'anna@example..com',
  '<anna@example.com',
  'anna@exam\u00adple.com',
])('%s is refused as an address', (written) => {
  expect(() => asAddress(written)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
});
