import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyInstance } from 'fastify';
import type { FindCall } from './call-of-request.js';

/** Bodies of the API are small; documents go through the storage route, which counts for itself. */
const bodyLimitBytes = 256 * 1024;

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/**
 * How bodies are read: JSON unless the call's row says otherwise. Nothing that could poison an object's prototype gets
 * through, a file is left to its route, and an empty body is taken where none is needed.
 */
export function readBodies(server: FastifyInstance, callOf: FindCall): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    json,
    { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
    (request, body: Buffer, done) => {
      if (callOf(request)?.body === 'raw') done(null, body);
      else if (body.length === 0) done(null, undefined);
      else void server.getDefaultJsonParser('error', 'error')(request, body.toString(), done);
    },
  );
  server.addContentTypeParser(
    form,
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body: string, done) => {
      const fields = [...new URLSearchParams(body)];
      const names = new Set(fields.map(([name]) => name));
      // A field that comes twice would mean one thing to us and another to whoever sent us the person.
      if (names.size < fields.length || names.has('__proto__')) done(new Refusal('request.invalid'));
      else done(null, Object.fromEntries(fields));
    },
  );
  server.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload);
  });
}

/** Refuses a body of another type than the call takes, before any of it is read. */
export function wrongBody(callBody: 'json' | 'raw' | 'form' | 'file', type: string | undefined) {
  if (callBody === 'file') {
    // A document is neither, so this is not what its address was signed for.
    return isOfType(type, json) || isOfType(type, form)
      ? new Refusal('storage.signature', 'The file has another type than was announced.')
      : undefined;
  }
  const wanted = callBody === 'form' ? form : json;
  if (type === undefined || isOfType(type, wanted)) return undefined;
  return new Refusal('request.media-type', `Send the body with content-type ${wanted}.`);
}

function isOfType(header: string | undefined, type: string): boolean {
  return header?.split(';', 1)[0]?.trim().toLowerCase() === type;
}
