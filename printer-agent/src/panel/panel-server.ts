import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { AgentPrinter, PrinterReport } from '@sixpence/contracts/agent/gateway';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Panel } from './panel.js';
import { PanelSockets } from './panel-sockets.js';
import { printersPage } from './printers-page.js';
import { isOwnHost } from './visitors.js';

const contentPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A printer of this box and the panel beside it. */
export interface PanelPlace {
  readonly printer: AgentPrinter;
  readonly report: PrinterReport;
  readonly panel: Panel;
}

export interface PanelServerParts {
  readonly places: { all(): readonly PanelPlace[]; bySlug(slug: string): PanelPlace | undefined };
  readonly site: () => string;
  readonly isOnline: () => boolean;
  /** The built panel (`vite build` with the base `/panel-app/`). */
  readonly panelDir: string;
  readonly log: Logger;
}

/** The box's own web server: the panels, their sockets, and its health. It answers this machine only. */
export class PanelServer {
  private readonly app: FastifyInstance = fastify({
    logger: false,
    bodyLimit: 1024,
    forceCloseConnections: true,
  });
  private readonly sockets: PanelSockets;

  constructor(private readonly parts: PanelServerParts) {
    this.sockets = new PanelSockets((slug) => parts.places.bySlug(slug)?.panel, parts.log);
    this.route();
  }

  async listen(host: string, port: number): Promise<void> {
    await this.app.listen({ host, port });
    this.app.server.on('upgrade', (request, socket, head) =>
      this.sockets.upgrade(request, socket, head, this.port),
    );
  }

  get port(): number {
    return (this.app.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.sockets.close();
    await this.app.close();
  }

  private route(): void {
    const { app } = this;
    const { places, site, isOnline, panelDir } = this.parts;
    const root = resolve(panelDir);
    app.addHook('onRequest', async (request, reply) => {
      void reply.headers({
        'content-security-policy': contentPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      if (isOwnHost(request.headers, this.port)) return;
      await reply
        .code(403)
        .send({ code: 'request.origin', message: 'Open the panel under its own address.' });
    });
    app.get('/healthz', () => ({ status: 'ok', online: isOnline() }));
    app.get('/', (_, reply) => html(reply, printersPage(site(), places.all())));
    app.get<{ Params: { slug: string } }>('/panel/:slug', (request, reply) => {
      if (!places.bySlug(request.params.slug)) {
        return reply.code(404).send({ code: 'printer.unknown', message: 'There is no such printer here.' });
      }
      if (!existsSync(resolve(root, 'index.html'))) {
        return reply
          .code(503)
          .send({ code: 'service.unavailable', message: 'The panel is not built: npm run build' });
      }
      return reply.header('cache-control', 'no-cache').sendFile('index.html', root, { cacheControl: false });
    });
    void app.register(fastifyStatic, {
      root,
      prefix: '/panel-app/',
      index: false,
      // The build puts them beside the files that they stand for.
      preCompressed: true,
      immutable: true,
      maxAge: '1d',
    });
  }
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page);
}
