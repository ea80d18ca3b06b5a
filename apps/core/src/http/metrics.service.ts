import { createServer, type Server } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';

/** `GET /metrics` in Prometheus's format, on a port of its own that stays on this machine. */
@Injectable()
export class MetricsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly registry = new Registry();
  private server: Server | undefined;

  constructor(
    database: DataSource,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'sixpence_outbox_waiting',
      help: 'Facts that are committed and not yet in the stream',
      registers: [this.registry],
      async collect() {
        const [row]: { waiting: number }[] = await database.query(
          'SELECT count(*)::int AS waiting FROM outbox WHERE published_at IS NULL',
        );
        this.set(row?.waiting ?? 0);
      },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const server = createServer((request, response) => {
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
