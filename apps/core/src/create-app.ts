import { existsSync, readFileSync } from 'node:fs';
import { boundConnections, mostConnections } from '@sixpence/config/connections';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { AppModule } from './app.module.js';
import { SocketsAdapter } from './gateway/sockets.adapter.js';
import type { CoreConfig } from './platform/process/config.js';
import { BudgetsService } from './platform/http/network/budgets.service.js';
import { contentSourcesOf } from './platform/http/content-policy.js';
import { freeSlotsOfCalls } from './platform/http/network/call-slots.guard.js';
import { exportConnectionMetrics } from './platform/http/network/connection-metrics.js';
import { checkBudgetsBeforeBody } from './platform/http/network/early-budgets.js';
import { NetworksService } from './platform/http/network/networks.service.js';
import { protect } from './platform/http/protect.js';
import { serverOptions } from './platform/http/server-options.js';
import { serveSite } from './platform/http/site.js';
import { LOGGER } from './platform/process/logger.js';
import { METRICS } from './platform/process/metrics.js';

/** Builds core, the same for production and for tests. The caller makes it listen. */
export async function createApp(wanted: CoreConfig): Promise<NestFastifyApplication> {
  const most = mostConnections(wanted.MAX_CONNECTIONS, limitsOfProcess());
  const config = { ...wanted, MAX_CONNECTIONS: most };
  const server = fastify(serverOptions) as unknown as FastifyInstance;
  protect(server, { publicUrl: config.PUBLIC_URL, sources: contentSourcesOf(config) });
  freeSlotsOfCalls(server);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config),
    new FastifyAdapter(server),
    { bodyParser: false, logger: ['error', 'warn'], abortOnError: false },
  );
  const networks = app.get(NetworksService);
  checkBudgetsBeforeBody(server, { budgets: app.get(BudgetsService), networks });
  const connections = boundConnections(app.getHttpServer(), {
    most,
    isProxy: networks.isTrusted,
  });
  exportConnectionMetrics(connections, app.get<Registry>(METRICS));
  const { SITE_DIR: directory, PUBLIC_URL: publicUrl, SELLER_EMAIL: email } = config;
  await serveSite(server, { directory, publicUrl, email });
  app.useWebSocketAdapter(new SocketsAdapter(app.getHttpServer(), app.get<Logger>(LOGGER)));
  return app;
}

/** The limits of this process, such as open files, as Linux lists them; an empty text on other systems. */
function limitsOfProcess(): string {
  const file = '/proc/self/limits';
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
