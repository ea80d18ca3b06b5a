import { expect, test } from '@jest/globals';
import { IppError } from './errors.js';
import { codeOf, networkError } from './network-error.js';

test.each([
  ['ECONNREFUSED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['EAI_AGAIN', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'tls'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['CERT_NOT_YET_VALID', 'tls'],
  ['CERT_UNTRUSTED', 'tls'],
  ['EPROTO', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['HPE_INVALID_CONSTANT', 'garbage'],
  ['ECONNRESET', 'interrupted'],
  ['EPIPE', 'interrupted'],
])('Node’s error code %s becomes the kind %s', (code, kind) => {
  const error = Object.assign(new Error('as said by \u001b[2J'), { code });
  expect(networkError(error, 'interrupted')).toMatchObject({
    kind,
    message: `the connection failed: ${code}`,
    cause: error,
  });
});

test('an IppError stays as it is', () => {
  const error = new IppError('busy', 'as before');
  expect(networkError(error, 'interrupted')).toBe(error);
});

test.each([[undefined], [null], ['ECONNRESET'], [{ code: 5 }], [{}]])('the error %j has no code', (error) => {
  expect(codeOf(error)).toBe('unknown');
  expect(networkError(error, 'unreachable').kind).toBe('unreachable');
});
