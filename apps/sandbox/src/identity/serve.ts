import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Provider from 'oidc-provider';
import type { SharedSecrets } from './clients.js';
import { issuer } from './issuer.js';
import { kinds, titles, type Kind } from './kinds.js';
import { accountOf } from './pretended-person.js';
import { chosen, signInPage } from './sign-in-page.js';

const mostFormBytes = 10_000;

interface SimulatedProvider {
  kind: Kind;
  provider: Provider;
  answer: (request: IncomingMessage, response: ServerResponse) => unknown;
}

/** The three issuers on one port, each below its own path: `<url>/google` and so on. */
export function identityServer(url: string, secrets: SharedSecrets): Server {
  const simulated = kinds.map((kind): SimulatedProvider => {
    const provider = issuer(kind, url, secrets);
    provider.on('server_error', (_, error) =>
      console.error(`${titles[kind]}: ${error.stack ?? error.message}`),
    );
    provider.on('grant.error', (_, error) =>
      console.error(`${titles[kind]} gave no token: ${error.message}`),
    );
    return { kind, provider, answer: provider.callback() };
  });
  return createServer((request, response) => {
    routeRequest(request, response, simulated).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('This sign-in has ended or does not exist. Go back and start again.');
    });
  });
}

async function routeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  all: readonly SimulatedProvider[],
): Promise<void> {
  const path = request.url ?? '/';
  if (path === '/healthz') {
    response.end('ok');
    return;
  }
  const simulated = all.find(({ kind }) => path.startsWith(`/${kind}/`));
  if (!simulated) {
    response.writeHead(404).end('The issuers are /google, /microsoft, and /apple.');
    return;
  }
  const { kind, answer } = simulated;
  if (path.startsWith(`/${kind}/interaction/`)) {
    await askForIdentity(request, response, simulated);
    return;
  }
  // Every request asks for the identity again, because the stand-in keeps no session.
  request.headers.cookie = withoutSession(request.headers.cookie);
  // The provider derives its own address from the part of `originalUrl` before its path.
  Object.assign(request, { originalUrl: path, url: path.slice(kind.length + 1) });
  await answer(request, response);
}

function withoutSession(cookies = ''): string {
  const kept = cookies.split('; ').filter((cookie) => !/^\w+_session(\.\w+)?=/.test(cookie));
  return kept.join('; ');
}

async function askForIdentity(
  request: IncomingMessage,
  response: ServerResponse,
  { kind, provider }: SimulatedProvider,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(signInPage(kind));
    return;
  }
  if (Number(request.headers['content-length'] ?? Infinity) > mostFormBytes) {
    response.writeHead(413).end();
    return;
  }
  const person = chosen(new URLSearchParams(await text(request)));
  await provider.interactionFinished(
    request,
    response,
    person
      ? { login: { accountId: accountOf(person), remember: false } }
      : { error: 'access_denied', error_description: 'The user cancelled.' },
    { mergeWithLastSubmission: false },
  );
}
