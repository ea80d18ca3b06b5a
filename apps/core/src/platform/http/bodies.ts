import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyInstance } from 'fastify';
import type { FindCall } from './call-of-request.js';

/** The limit for bodies of the API. Files have a limit of their own at the storage route. */
const bodyLimitBytes = 256 * 1024;

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/**
 * Registers the parsers of bodies: JSON, unless the call's row in the contract names another type. JSON with
 * keys that could poison a prototype is refused. An empty JSON body counts as no body. A file is read by its
 * route, not here.
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
      // Of two fields with the same name the provider could read one and core the other.
      if (names.size < fields.length || names.has('__proto__')) done(new Refusal('request.invalid'));
      else done(null, Object.fromEntries(fields));
    },
  );
  server.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload);
  });
}

/**
 * Checks the media type of a body before it is read.
 * @param callBody the type that the call's row names
 * @returns the refusal, or undefined when the type is right
 */
export function bodyTypeRefusal(callBody: 'json' | 'raw' | 'form' | 'file', type: string | undefined) {
  if (callBody === 'file') {
    // An upload address is signed for a document's media type, and JSON and forms are no documents.
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
