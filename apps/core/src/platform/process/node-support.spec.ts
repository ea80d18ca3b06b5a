import { expect, test } from '@jest/globals';
import { nodeWarning } from './node-support.js';

const publicUrl = 'https://print.example.com';

test.each([
  ['the last day of Node 24', '24.21.0', publicUrl, '2028-04-30T23:59:59Z', undefined],
  ['the last day of Node 22', '22.1.0', publicUrl, '2027-04-30T23:59:59Z', undefined],
  [
    'the day after the last of Node 22',
    '22.1.0',
    publicUrl,
    '2027-05-01T00:00:00Z',
    /no security updates since 2027-04-30/,
  ],
  ['the last day of Node 26', '26.1.0', publicUrl, '2029-04-30T23:59:59Z', undefined],
  [
    'the day after the last of Node 26',
    '26.1.0',
    publicUrl,
    '2029-05-01T00:00:00Z',
    /no security updates since 2029-04-30/,
  ],
  [
    'the day after the last of Node 24',
    '24.21.0',
    publicUrl,
    '2028-05-01T00:00:00Z',
    /no security updates since 2028-04-30/,
  ],
  [
    'the day after the last of Node 24, with a PUBLIC_URL on this machine',
    '24.21.0',
    'http://localhost:3000',
    '2028-05-01T00:00:00Z',
    undefined,
  ],
  [
    'a version without long-term support',
    '25.1.0',
    publicUrl,
    '2026-11-26T00:00:00Z',
    /no version with long-term support/,
  ],
  [
    'a version whose support has ended',
    '20.20.2',
    publicUrl,
    '2026-11-26T00:00:00Z',
    /no security updates since 2026-04-30/,
  ],
])('the warning about the version of Node is correct: %s', (_when, version, address, today, expected) => {
  const warning = nodeWarning(version, address, new Date(today));
  if (expected) expect(warning).toMatch(expected);
  else expect(warning).toBeUndefined();
});
