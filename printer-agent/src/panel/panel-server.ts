import { existsSync } from 'node:fs';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { boundConnections, silenceLimits } from '@sixpence/config/connections';
import { type CertificateFiles, readCertificate, watchCertificate } from '@sixpence/config/certificate';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type PanelAddress } from './panel-address.js';
import type { Devices } from './devices.js';
import type { PanelEntry } from './panel-entry.js';
import { PanelSockets } from './panel-sockets.js';
import { notPairedPage, pairLaterPage } from './plain-page.js';
import { printersPage } from './printers-page.js';
import { isOwnHost } from './visitors.js';

const contentPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export interface PanelServerParts {
  readonly panelEntries: { all(): readonly PanelEntry[]; bySlug(slug: string): PanelEntry | undefined };
  readonly devices: Devices;
  readonly site: () => string;
  readonly isOnline: () => boolean;
  /** The folder of the built panel (`vite build` with the base `/panel-app/`). */
  readonly panelDir: string;
  readonly log: Logger;
}

/**
 * The most connections to this server. One client may hold an eighth of them, so that a stranger cannot block
 * the panels.
 */
const mostConnections = 500;

/**
 * The most pairing links that core verifies at the same time, so that a stranger in the network cannot flood
 * core.
 */
const mostPairing = 4;

/** The box's own web server at one of its addresses: the panels, their sockets, and its health. */
export class PanelServer {
  private readonly app: FastifyInstance;
  private readonly sockets: PanelSockets;
  private stopWatchingCertificate = () => {};
  private pairing = 0;

  constructor(
    private readonly parts: PanelServerParts,
    private readonly address: PanelAddress,
  ) {
    const limits = { logger: false, bodyLimit: 1024, forceCloseConnections: true } as const;
    this.app = address.certificate
      ? fastify({ ...limits, https: { ...readCertificate(address.certificate), ...silenceLimits } })
      : fastify({ ...limits, http: silenceLimits });
    boundConnections(this.app.server, { most: mostConnections, isProxy: () => false });
    this.sockets = new PanelSockets((slug) => parts.panelEntries.bySlug(slug), parts.devices, parts.log);
    this.route();
  }

  async listen(): Promise<void> {
    const { host, port, certificate } = this.address;
    await this.app.listen({ host, port });
    this.app.server.on('upgrade', (request, socket, head) =>
      this.sockets.upgrade(request, socket, head, this.boundAddress),
    );
    if (certificate) this.stopWatchingCertificate = this.renewCertificate(certificate);
  }

  /** The address with its real port, after the system has chosen one for port 0. */
  private get boundAddress(): PanelAddress {
    return { ...this.address, port: this.port };
  }

  private renewCertificate(files: CertificateFiles): () => void {
    const server = this.app.server as Server;
    return watchCertificate(files, {
      renewed: (certificate) => server.setSecureContext(certificate),
      failed: (error) =>
        this.parts.log.error({ err: error }, 'The new certificate cannot be used, the earlier one stays'),
    });
  }

  get port(): number {
    return (this.app.server.address() as AddressInfo).port;
  }

  /** Must be called when core has changed the printers or the pairings. */
  closeUnpairedPages(): void {
    this.sockets.closeUnpairedPages();
  }

  async close(): Promise<void> {
    this.stopWatchingCertificate();
    this.sockets.close();
    await this.app.close();
  }

  private get isSecure(): boolean {
    return this.address.certificate !== undefined;
  }

  private route(): void {
    const { app } = this;
    const { panelEntries, devices, site, isOnline, panelDir } = this.parts;
    const root = resolve(panelDir);
    app.addHook('onRequest', async (request, reply) => {
      void reply.headers({
        'content-security-policy': contentPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      if (isOwnHost(request.headers, this.boundAddress)) return;
      await reply
        .code(403)
        .send({ code: 'request.origin', message: 'Open the panel under its own address.' });
    });
    app.get('/healthz', () => ({ status: 'ok', online: isOnline() }));
    app.get('/', (_, reply) => html(reply, printersPage(site(), panelEntries.all())));
    app.get<PanelRequest>('/panel/:slug', async (request, reply) => {
      const { params, query, headers } = request;
      const entry = panelEntries.bySlug(params.slug);
      if (!entry) {
        return reply.code(404).send({ code: 'printer.unknown', message: 'There is no such printer here.' });
      }
      if (query.pair !== undefined) return this.pair(request, reply, entry);
      if (!devices.isPaired(headers, entry.printer)) return html(reply.code(403), notPairedPage);
      if (!existsSync(resolve(root, 'index.html'))) {
        return reply
          .code(503)
          .send({ code: 'service.unavailable', message: 'The panel is not built: npm run build' });
      }
      return reply
        .headers({ 'cache-control': 'no-cache', 'set-cookie': devices.renewedCookie(headers, this.isSecure) })
        .sendFile('index.html', root, { cacheControl: false });
    });
    app.get<PictureRequest>('/panel/:slug/pictures/:name', (request, reply) => {
      const { slug, name } = request.params;
      const entry = panelEntries.bySlug(slug);
      const isPaired = entry !== undefined && devices.isPaired(request.headers, entry.printer);
      const jpeg = isPaired ? entry.panel.picture(name) : undefined;
      void reply.header('cache-control', 'no-store');
      if (jpeg) return reply.type('image/jpeg').send(jpeg);
      return reply.code(404).send({ code: 'document.unknown', message: 'There is no such picture here.' });
    });
    void app.register(fastifyStatic, {
      root,
      prefix: '/panel-app/',
      index: false,
      // The build puts compressed files beside the originals.
      preCompressed: true,
      immutable: true,
      maxAge: '1d',
    });
  }

  /** Pairs the browser that opened a staff link, and redirects it to the panel without the link's code. */
  private async pair(
    { headers, query, params }: FastifyRequest<PanelRequest>,
    reply: FastifyReply,
    { printer }: PanelEntry,
  ): Promise<FastifyReply> {
    const { devices, log } = this.parts;
    if (typeof query.pair !== 'string' || !/^[\w-]{1,100}$/.test(query.pair)) {
      return html(reply.code(403), notPairedPage);
    }
    if (this.pairing >= mostPairing) return html(reply.code(503), pairLaterPage);
    this.pairing += 1;
    const link = { printerId: printer.id, code: query.pair, secure: this.isSecure };
    const cookie = await devices
      .pair(headers, link)
      .catch((error: unknown) => {
        log.warn({ printerId: printer.id, err: error }, 'A device could not be paired: core did not answer');
        return 'later' as const;
      })
      .finally(() => (this.pairing -= 1));
    if (cookie !== undefined && cookie !== 'later') void reply.header('set-cookie', cookie);
    // A screen that starts with a used link again was paired the first time, so it is redirected.
    else if (!devices.isPaired(headers, printer)) {
      return cookie === 'later' ? html(reply.code(503), pairLaterPage) : html(reply.code(403), notPairedPage);
    }
    return reply.redirect(`/panel/${encodeURIComponent(params.slug)}`, 303);
  }
}

interface PanelRequest {
  Params: { slug: string };
  Querystring: { pair?: string | string[] };
}

interface PictureRequest {
  Params: { slug: string; name: string };
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page);
}
