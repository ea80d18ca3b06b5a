import { IppError, type IppErrorKind } from './errors.js';

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
]);
const certificateCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'EPROTO',
]);

/**
 * Maps an error of Node's network code to an `IppError`.
 * @param kindWhenLost the kind for a connection that ended without a reason; it depends on the progress of
 * the exchange
 */
export function networkError(error: unknown, kindWhenLost: IppErrorKind): IppError {
  if (error instanceof IppError) return error;
  const code = codeOf(error);
  return new IppError(kindOf(code, kindWhenLost), `the connection failed: ${code}`, { cause: error });
}

/** Node's error code, such as `ECONNRESET`; never a message, which may quote the printer's bytes. */
export function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

function kindOf(code: string, kindWhenLost: IppErrorKind): IppErrorKind {
  if (unreachableCodes.has(code)) return 'unreachable';
  if (certificateCodes.has(code) || /^ERR_(SSL|TLS)_/.test(code)) return 'tls';
  // Codes of Node's HTTP parser for an answer that is not HTTP.
  if (code.startsWith('HPE_')) return 'garbage';
  return kindWhenLost;
}
