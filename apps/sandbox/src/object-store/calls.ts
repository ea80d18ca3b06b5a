import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeptObjects } from './kept-objects.js';
import { element, text, textsOf, xmlDocument } from './xml.js';

export interface Call {
  readonly method: string;
  /** Empty for calls about the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
}

/** The S3 calls that a document store needs, answered as Amazon's S3 reference describes them. */
export function answerTo(call: Call, objects: KeptObjects, pageSize: number): Answer {
  return call.key === '' ? answerForBucket(call, objects, pageSize) : answerForObject(call, objects);
}

export function problem(code: string): Answer {
  return {
    status: statuses[code] ?? 403,
    body: xmlDocument('Error', [text('Code', code), text('Message', code)]),
  };
}

const statuses: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NoSuchBucket: 404,
  NotImplemented: 501,
  InvalidRange: 416,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  EntityTooSmall: 400,
  EntityTooLarge: 400,
  BadDigest: 400,
  InvalidRequest: 400,
  XAmzContentSHA256Mismatch: 400,
  AuthorizationHeaderMalformed: 400,
  SlowDown: 503,
  InsufficientStorage: 507,
};

function answerForBucket(call: Call, objects: KeptObjects, pageSize: number): Answer {
  const { method, query } = call;
  if (method === 'HEAD') return { status: 200 };
  if (method === 'POST' && query.has('delete')) return deleteObjects(call, objects);
  if (method === 'GET' && query.has('uploads')) return listUploads(objects);
  if (method === 'GET' && query.get('list-type') === '2') return listObjects(query, objects, pageSize);
  return problem('NotImplemented');
}

function answerForObject(call: Call, objects: KeptObjects): Answer {
  const { method, key, query, body } = call;
  const uploadId = query.get('uploadId');
  if (method === 'POST' && query.has('uploads')) {
    const id = text('UploadId', objects.beginUpload(key));
    return { status: 200, body: xmlDocument('InitiateMultipartUploadResult', [text('Key', key), id]) };
  }
  if (uploadId !== null) return answerForUpload(call, uploadId, objects);
  if (method === 'PUT') return { status: 200, headers: { etag: objects.put(key, body) } };
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (method === 'GET' || method === 'HEAD') return readObject(call, objects);
  return problem('NotImplemented');
}

function answerForUpload({ method, key, query, body }: Call, id: string, objects: KeptObjects): Answer {
  if (objects.openUpload(id)?.key !== key) return problem('NoSuchUpload');
  if (method === 'PUT') {
    const etag = objects.putPart(id, Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag } };
  }
  if (method === 'DELETE') {
    objects.abort(id);
    return { status: 204 };
  }
  if (method !== 'POST') return problem('NotImplemented');
  const etags = textsOf(body.toString(), 'ETag');
  const parts = textsOf(body.toString(), 'PartNumber').map((number, index) => ({
    number: Number(number),
    etag: etags[index] ?? '',
  }));
  const done = objects.complete(id, key, parts);
  if ('problem' in done) return problem(done.problem);
  return {
    status: 200,
    body: xmlDocument('CompleteMultipartUploadResult', [text('Key', key), text('ETag', done.etag)]),
  };
}

function readObject({ method, key, headers }: Call, objects: KeptObjects): Answer {
  const bytes = objects.get(key);
  if (!bytes) return problem('NoSuchKey');
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(headers['range'] ?? ''));
  if (!range) {
    return {
      status: 200,
      headers: { 'content-length': String(bytes.length) },
      ...(method === 'GET' && { body: bytes }),
    };
  }
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  if (start > end) return problem('InvalidRange');
  return {
    status: 206,
    headers: { 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  };
}

function listObjects(query: URLSearchParams, objects: KeptObjects, pageSize: number): Answer {
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
  const keys = objects.keys(prefix).filter((key) => after === '' || key > after);
  const page = keys.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 1_000)));
  const isTruncated = page.length < keys.length;
  const contents = page.map((key) =>
    element('Contents', [text('Key', key), text('Size', objects.get(key)?.length ?? 0)]),
  );
  const next = isTruncated
    ? [text('NextContinuationToken', Buffer.from(page.at(-1) ?? '').toString('base64url'))]
    : [];
  const head = [text('Prefix', prefix), text('KeyCount', page.length), text('IsTruncated', isTruncated)];
  return { status: 200, body: xmlDocument('ListBucketResult', [...head, ...next, ...contents]) };
}

function listUploads(objects: KeptObjects): Answer {
  const uploads = objects
    .openUploads()
    .map(({ id, key, initiated }) =>
      element('Upload', [text('Key', key), text('UploadId', id), text('Initiated', initiated)]),
    );
  return {
    status: 200,
    body: xmlDocument('ListMultipartUploadsResult', [text('IsTruncated', false), ...uploads]),
  };
}

/** Of these calls, S3 requires a checksum of the body only for this one. */
function deleteObjects({ headers, body }: Call, objects: KeptObjects): Answer {
  const md5 = headers['content-md5'];
  const crc = headers['x-amz-checksum-crc32'];
  if (md5 === undefined && crc === undefined) return problem('InvalidRequest');
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    return problem('BadDigest');
  if (crc !== undefined && crc !== crc32Of(body)) return problem('BadDigest');
  for (const key of textsOf(body.toString(), 'Key')) objects.delete(key);
  return { status: 200, body: xmlDocument('DeleteResult', []) };
}

function crc32Of(bytes: Buffer): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum.toString('base64');
}
