import { expect, test } from '@jest/globals';
import { nodeTrouble } from './node-support.js';

const world = 'https://print.example.com';

test.each([
  ['its last day', '24.21.0', world, '2028-04-30T23:59:59Z', undefined],
  ['the last day of its predecessor', '22.1.0', world, '2027-04-30T23:59:59Z', undefined],
  ['the day after that', '22.1.0', world, '2027-05-01T00:00:00Z', /no security updates since 2027-04-30/],
  ['the last day of its successor', '26.1.0', world, '2029-04-30T23:59:59Z', undefined],
  ['the day after that', '26.1.0', world, '2029-05-01T00:00:00Z', /no security updates since 2029-04-30/],
  ['the day after', '24.21.0', world, '2028-05-01T00:00:00Z', /no security updates since 2028-04-30/],
  ['the day after, on this machine', '24.21.0', 'http://localhost:3000', '2028-05-01T00:00:00Z', undefined],
  ['a line without long support', '25.1.0', world, '2026-11-26T00:00:00Z', /no line with long support/],
  ['a line that is over', '20.20.2', world, '2026-11-26T00:00:00Z', /no security updates since 2026-04-30/],
])('the warning about Node is correct at %s', (_when, version, address, today, expected) => {
  const trouble = nodeTrouble(version, address, new Date(today));
  if (expected) expect(trouble).toMatch(expected);
  else expect(trouble).toBeUndefined();
});
