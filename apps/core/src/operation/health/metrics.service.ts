import { createServer, type Server } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { OutboxService } from '../../platform/outbox/outbox.service.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { METRICS } from '../../platform/process/metrics.js';
import { isOwnHost } from './own-host.js';

/** `GET /metrics` in Prometheus's format, on a port of its own that only programs on this machine reach. */
@Injectable()
export class MetricsService implements OnApplicationBootstrap, OnModuleDestroy {
  private server: Server | undefined;

  constructor(
    database: DataSource,
    outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(METRICS) private readonly registry: Registry,
  ) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'sixpence_outbox_waiting',
      help: 'Facts that are committed and not yet in the stream',
      registers: [this.registry],
      async collect() {
        this.set(await outbox.countWaiting(database));
      },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const server = createServer((request, response) => {
      // Protects against DNS rebinding: the owner of a foreign page may point the page's name to this
      // machine, but the Host header still has that name.
      if (!isOwnHost(request.headers.host)) {
        response.writeHead(403).end();
        return;
      }
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.registry
        .metrics()
        .then((text) => response.writeHead(200, { 'content-type': this.registry.contentType }).end(text))
        .catch(() => response.writeHead(503).end());
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.config.METRICS_PORT, '127.0.0.1', resolve);
    });
  }

  onModuleDestroy(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
