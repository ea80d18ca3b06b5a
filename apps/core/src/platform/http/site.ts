import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { addressesOf, type Page, pages, prerenderedFile } from '@sixpence/contracts/pages';
import type { FastifyInstance } from 'fastify';
import { robotsTxt, securityTxt, sitemapXml } from './well-known-files.js';
import { SiteDocument, withHead } from './site-document.js';

interface SiteFolder {
  /** The folder of the built site. */
  directory: string;
  /** The public address of the service. */
  publicUrl: string;
  /** The address for `security.txt`; empty when none is configured. */
  email: string;
}

/**
 * Serves the built site; does nothing without a built site. Public pages were rendered by the build; all
 * others get one document, whose script renders them in the browser. Core adds the head tags that contain its
 * address. Assets may be cached for a year.
 */
export async function serveSite(
  server: FastifyInstance,
  { directory, publicUrl, email }: SiteFolder,
): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) return;
  await server.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    // The build puts compressed copies beside the files.
    preCompressed: true,
    // Documents are served at the addresses of their pages only.
    globIgnore: ['**/*.{br,gz}', '**/*.html'],
    setHeaders: (reply, path) => {
      const forever = path.startsWith(join(directory, 'assets/'));
      void reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const { origin } = new URL(publicUrl);
  for (const page of pages) {
    for (const address of addressesOf(page))
      servePage(server, address, documentOf({ directory, page, address, origin }));
  }
  serveWellKnownFiles(server, origin, email);
}

function servePage(server: FastifyInstance, address: string, document: SiteDocument): void {
  server.get(address, (request, reply) => {
    const wantsPage = (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/);
    if (!wantsPage)
      return reply.status(404).send({ code: 'route.unknown', message: 'There is nothing here.' });
    return document.sendDocument(request, reply);
  });
}

/** Serves `robots.txt`, `sitemap.xml`, and `security.txt`. */
function serveWellKnownFiles(server: FastifyInstance, origin: string, email: string): void {
  server.get('/robots.txt', (_, reply) => reply.type('text/plain; charset=utf-8').send(robotsTxt(origin)));
  server.get('/sitemap.xml', (_, reply) => reply.type('application/xml').send(sitemapXml(origin)));
  server.get('/.well-known/security.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityTxt(origin, { email, now: new Date() })),
  );
}

function documentOf(of: { directory: string; page: Page; address: string; origin: string }): SiteDocument {
  const { directory, page, address, origin } = of;
  const html = readFileSync(join(directory, documentAt(directory, address)), 'utf8');
  return new SiteDocument(withHead(html, page, origin));
}

/** The file of the built site for the address of a page. */
export function documentAt(directory: string, address: string): string {
  const prerendered = prerenderedFile(address);
  return existsSync(join(directory, prerendered)) ? prerendered : 'index.html';
}
