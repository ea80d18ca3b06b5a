import { expect, test } from '@jest/globals';
import { proxyWarning } from './unnamed-proxy.js';

test.each([
  ['an https address without a proxy', 'https://print.example.com', [], true],
  ['an https address behind a proxy that is named', 'https://print.example.com', ['10.0.0.1'], false],
  ['plain http on this machine', 'http://localhost:3000', [], false],
])('the warning about an unnamed proxy is correct for %s', (_what, PUBLIC_URL, TRUSTED_PROXIES, isWarned) => {
  const warning = proxyWarning({ PUBLIC_URL, TRUSTED_PROXIES });
  expect(warning?.includes('TRUSTED_PROXIES') ?? false).toBe(isWarned);
});
