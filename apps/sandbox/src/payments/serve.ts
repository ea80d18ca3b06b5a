import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json, type HttpAnswer } from './answer.js';
import { StandIn, type PaymentsOptions } from './stand-in.js';

const mostBodyBytes = 100_000;
const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The stand-in for Stripe as a server. The caller makes it listen. */
export function paymentsServer(options: PaymentsOptions): Server {
  const standIn = new StandIn(options);
  const server = createServer((request, response) => {
    answer(standIn, request, options.url)
      .catch((error: unknown) => {
        console.error(error);
        return json(500, { error: { type: 'api_error', message: 'The stand-in failed; see its log.' } });
      })
      .then((reply) => {
        if (!reply) request.socket.destroy();
        else
          response.writeHead(reply.status, { 'cache-control': 'no-store', ...reply.headers }).end(reply.body);
      }, console.error);
  });
  server.on('close', () => standIn.stop());
  return server;
}

async function answer(
  standIn: StandIn,
  request: IncomingMessage,
  ownUrl: string,
): Promise<HttpAnswer | undefined> {
  // Protects against DNS rebinding: a foreign page whose domain resolves to this machine must not reach the
  // stand-in.
  if (!isOwnHost(request.headers.host)) return json(403, 'Open the stand-in as localhost.');
  const body = await bodyOf(request);
  if (body === undefined) return json(413, 'The body is larger than 100,000 bytes.');
  const { method = 'GET', url = '/', headers } = request;
  if (!URL.canParse(url, ownUrl)) return json(400, 'The address of the request is invalid.');
  return standIn.answer({ method, url: new URL(url, ownUrl), body, headers });
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= mostBodyBytes) chunks.push(chunk);
  }
  return bytes > mostBodyBytes ? undefined : Buffer.concat(chunks).toString();
}

function isOwnHost(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  return ownNames.has(new URL(`http://${host}`).hostname);
}
