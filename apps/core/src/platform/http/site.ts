import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { addressesOf, type Page, pages, prerenderedFile } from '@sixpence/contracts/pages';
import type { FastifyInstance } from 'fastify';
import { robotsTxt, securityTxt, sitemapXml } from './findable.js';
import { SiteDocument, withHead } from './site-document.js';

interface Place {
  /** The folder of the built site. */
  directory: string;
  /** Where people open it. */
  publicUrl: string;
  /** Whom to write to; empty where nobody said. */
  email: string;
}

/**
 * Serves the built site. A public page is the file that was drawn when the site was built; the others answer one document
 * that draws them in the browser. Core writes into the head what needs its address. Assets are kept for a year.
 */
export async function serveSite(
  server: FastifyInstance,
  { directory, publicUrl, email }: Place,
): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) return;
  await server.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    // The build puts them beside the files that they stand for.
    preCompressed: true,
    // Documents have the addresses of their pages, and no others.
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
  serveFindable(server, origin, email);
}

function servePage(server: FastifyInstance, address: string, document: SiteDocument): void {
  server.get(address, (request, reply) => {
    const wantsPage = (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/);
    if (!wantsPage)
      return reply.status(404).send({ code: 'route.unknown', message: 'There is nothing here.' });
    return document.send(request, reply);
  });
}

/** What search engines and finders of holes look for. */
function serveFindable(server: FastifyInstance, origin: string, email: string): void {
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

/** The file of the built site that a page's address answers. */
export function documentAt(directory: string, address: string): string {
  const drawn = prerenderedFile(address);
  return existsSync(join(directory, drawn)) ? drawn : 'index.html';
}
