import { expect, test } from '@jest/globals';
import { endpointOf, secured } from './endpoint.js';

test.each([
  ['ipp://printer/ipp/print', { secure: false, host: 'printer', port: 631, path: '/ipp/print' }],
  ['ipps://printer', { secure: true, host: 'printer', port: 631, path: '/' }],
  ['ipps://10.0.0.7:8443/a?b=c', { secure: true, host: '10.0.0.7', port: 8443, path: '/a?b=c' }],
  ['ipp://[fe80::1]:8631/ipp', { secure: false, host: 'fe80::1', port: 8631, path: '/ipp' }],
])('%s is reached at its host and port', (uri, endpoint) => {
  expect(endpointOf(uri)).toEqual({ ...endpoint, uri });
});

test('an address over TLS differs in its scheme only', () => {
  const plain = endpointOf('ipp://printer:8631/ipp');
  expect(secured(plain)).toEqual({ ...plain, secure: true, uri: 'ipps://printer:8631/ipp' });
});
