import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** Bodies of the API are small; documents go through the storage route, which counts for itself. */
export const bodyLimitBytes = 256 * 1024;

/** Routes that take raw bytes instead of JSON. */
const takesBytes = (path: string) => path.startsWith('/storage/');

/**
 * What holds for every request before a route sees it: security headers, own origin only for calls that change
 * something, JSON bodies only, nothing that could poison an object's prototype.
 */
export function protect(server: FastifyInstance, publicUrl: string): void {
  const origin = new URL(publicUrl).origin;
  const secure = origin.startsWith('https:');
  const setHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: ["'self'", origin.replace(/^http/, 'ws')],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    strictTransportSecurity: secure,
  });

  server.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.raw, reply.raw, (error) => {
      done(error instanceof Error ? error : undefined);
    });
  });
  server.addHook('onRequest', (request, _reply, done) => {
    done(refusalFor(request, origin));
  });

  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else void server.getDefaultJsonParser('error', 'error')(request, body as string, done);
    },
  );
  server.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload);
  });
}

function refusalFor(request: FastifyRequest, origin: string): Refusal | undefined {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return undefined;
  const from = request.headers.origin;
  if (from !== undefined && from !== origin) {
    return new Refusal('request.origin', 'This call is only for pages of the service itself.');
  }
  const type = request.headers['content-type'];
  if (takesBytes(request.url)) {
    // A document is never JSON, so this is not what its address was signed for.
    const isOther = request.method === 'PUT' && /^application\/json\b/i.test(type ?? '');
    return isOther
      ? new Refusal('storage.signature', 'The file has another type than was announced.')
      : undefined;
  }
  if (type !== undefined && !/^application\/json\b/i.test(type)) {
    return new Refusal('request.media-type', 'Send JSON with content-type application/json.');
  }
  return undefined;
}
