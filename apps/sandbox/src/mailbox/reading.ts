import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { MailStore, StoredMail } from './mail-store.js';
import { listPage, mailPage } from './pages.js';

const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
/**
 * For the mailbox's own pages, which run no script. A mail's HTML is shown in a frame that may load nothing.
 */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'";
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

interface Answer {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly policy?: string;
}

/**
 * Serves the mails by HTTP: a page for people, and MailDev's REST calls for programs: `GET /email`, `GET
 * /email/<id>`, `GET /email/<id>/html`, `/source`, and `/attachment/<name>`, `DELETE /email/all` and
 * `/email/<id>`, `GET /healthz`.
 */
export function httpServer(mails: MailStore): Server {
  return createServer((request, response) => send(response, answer(request, mails)));
}

function answer(request: IncomingMessage, mails: MailStore): Answer {
  // Protects against DNS rebinding: a foreign page whose domain resolves to this machine must not read the
  // codes here.
  if (!isOwnHost(request.headers.host)) return json({ error: 'Open the mailbox as localhost.' }, 403);
  const address = request.url ?? '/';
  if (!URL.canParse(address, 'http://localhost')) return unknown();
  const { pathname } = new URL(address, 'http://localhost');
  const path = pathname.split('/').slice(1).map(decoded);
  if (request.method === 'DELETE') return remove(path, mails);
  if (request.method !== 'GET') return json({ error: 'Mails can be read and deleted.' }, 405);
  if (pathname === '/') return page(listPage(mails.all()));
  if (pathname === '/healthz') return json(true);
  if (pathname === '/email') return json(mails.all());
  const stored = path[1] === undefined ? undefined : mails.get(path[1]);
  if (stored === undefined) return unknown();
  if (path[0] === 'mail' && path.length === 2) return page(mailPage(stored.mail));
  return path[0] === 'email' ? part(stored, path.slice(2)) : unknown();
}

function part({ mail, source, files }: StoredMail, [what, name, ...more]: readonly string[]): Answer {
  if (more.length > 0) return unknown();
  if (what === undefined) return json(mail);
  if (what === 'html') return { type: 'text/html; charset=utf-8', body: mail.html, policy: MAIL_POLICY };
  if (what === 'source') return { type: 'text/plain; charset=utf-8', body: source };
  const index = mail.attachments.findIndex(({ fileName }) => fileName === name);
  const file = files[index];
  if (what !== 'attachment' || file === undefined) return unknown();
  return { type: 'application/octet-stream', body: file };
}

function remove([first, id, ...more]: readonly string[], mails: MailStore): Answer {
  if (first !== 'email' || id === undefined || more.length > 0) return unknown();
  if (id === 'all') mails.clear();
  else if (!mails.delete(id)) return unknown();
  return json(true);
}

function isOwnHost(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  return OWN_NAMES.has(new URL(`http://${host}`).hostname);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A name with a broken escape matches no attachment.
    return '';
  }
}

function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

function page(body: string): Answer {
  return { type: 'text/html; charset=utf-8', body };
}

function unknown(): Answer {
  return json({ error: 'There is no such mail, or no such part of it.' }, 404);
}

function send(response: ServerResponse, { status = 200, type, body, policy = PAGE_POLICY }: Answer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  response.end(body);
}
