import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const maxClockDifferenceMs = 15 * 60 * 1_000;
const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Checks Amazon's Signature Version 4 in the headers of a request, including the body's hash.
 * @returns the error code of S3, or undefined when the signature is valid
 */
export function signatureProblem(
  request: SignedRequest,
  credentials: Credentials,
  nowMs: number,
): string | undefined {
  const parts = authorization.exec(header(request, 'authorization'));
  if (!parts) return 'AccessDenied';
  const [, keyId, date = '', region = '', signedHeaders = '', signature = ''] = parts;
  if (keyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== credentials.region) return 'AuthorizationHeaderMalformed';
  if (!coversRequiredHeaders(request, signedHeaders.split(';'))) return 'AccessDenied';

  const time = header(request, 'x-amz-date');
  if (!time.startsWith(date) || Math.abs(timeOf(time) - nowMs) > maxClockDifferenceMs)
    return 'RequestTimeTooSkewed';
  const bodyHash = sha256(request.body);
  if (header(request, 'x-amz-content-sha256') !== bodyHash) return 'XAmzContentSHA256Mismatch';

  const scope = `${date}/${region}/s3/aws4_request`;
  const textToSign = [
    'AWS4-HMAC-SHA256',
    time,
    scope,
    sha256(canonicalRequest(request, signedHeaders, bodyHash)),
  ].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    (secret, step) => hmac(secret, step),
    hmac(hmac(`AWS4${credentials.secretAccessKey}`, date), region),
  );
  const isValid = timingSafeEqual(hmac(key, textToSign), Buffer.from(signature, 'hex'));
  return isValid ? undefined : 'SignatureDoesNotMatch';
}

/** The signature must cover the host and all headers of Amazon. */
function coversRequiredHeaders({ headers }: SignedRequest, signed: readonly string[]): boolean {
  const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  return needed.every((name) => signed.includes(name));
}

function canonicalRequest(request: SignedRequest, signedHeaders: string, bodyHash: string): string {
  const [path = '/', query = ''] = request.url.split('?', 2);
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${header(request, name).trim().replaceAll(/ +/g, ' ')}\n`)
    .join('');
  return [request.method, path, canonicalQuery(query), headers, signedHeaders, bodyHash].join('\n');
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Parses `20261120T101500Z`. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function header({ headers }: SignedRequest, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
