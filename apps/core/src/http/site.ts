import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { addressesOf, pages, prerenderedFile } from '@sixpence/contracts/pages';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the built site. A public page is the file that was drawn when the site was built; the others answer one document
 * that draws them in the browser. Assets are kept for a year.
 */
export async function serveSite(server: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) return;
  await server.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    // The build puts them beside the files that they stand for.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/');
      void reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const address of pages.flatMap(addressesOf)) {
    const file = documentAt(directory, address);
    server.get(address, (request, reply) => {
      const wantsPage = (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/);
      if (!wantsPage)
        return reply.status(404).send({ code: 'route.unknown', message: 'There is nothing here.' });
      return reply.sendFile(file);
    });
  }
}

/** The file of the built site that a page's address answers. */
export function documentAt(directory: string, address: string): string {
  const drawn = prerenderedFile(address);
  return existsSync(join(directory, drawn)) ? drawn : 'index.html';
}
