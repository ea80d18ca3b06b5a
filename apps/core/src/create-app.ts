import { existsSync, readFileSync } from 'node:fs';
import { boundConnections, mostConnections, silenceLimits } from '@sixpence/config/connections';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { AppModule } from './app.module.js';
import { SocketsAdapter } from './gateway/sockets.adapter.js';
import type { CoreConfig } from './process/config.js';
import { BudgetsService } from './http/budgets.service.js';
import { contentSourcesOf } from './http/content-policy.js';
import { showConnections } from './http/connection-figures.js';
import { earlyAnswers } from './http/early-answers.js';
import { takeBudgetsFirst } from './http/early-budgets.js';
import { NetworksService } from './http/networks.service.js';
import { protect } from './http/protect.js';
import { serveSite } from './http/site.js';
import { LOGGER } from './process/logger.js';
import { METRICS } from './process/metrics.js';

/** Core as every run has it, tests included; the caller listens. */
export async function createApp(wanted: CoreConfig): Promise<NestFastifyApplication> {
  const most = mostConnections(wanted.MAX_CONNECTIONS, limitsOfProcess());
  const config = { ...wanted, MAX_CONNECTIONS: most };
  const server = fastify({
    requestTimeout: 900_000,
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: true,
    http: silenceLimits,
    ...earlyAnswers,
  }) as unknown as FastifyInstance;
  protect(server, { publicUrl: config.PUBLIC_URL, sources: contentSourcesOf(config) });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config),
    new FastifyAdapter(server),
    { bodyParser: false, logger: ['error', 'warn'], abortOnError: false },
  );
  const networks = app.get(NetworksService);
  takeBudgetsFirst(server, { budgets: app.get(BudgetsService), networks });
  const connections = boundConnections(app.getHttpServer(), {
    most,
    isProxy: networks.isTrusted,
  });
  showConnections(connections, app.get<Registry>(METRICS));
  const { SITE_DIR: directory, PUBLIC_URL: publicUrl, SELLER_EMAIL: email } = config;
  await serveSite(server, { directory, publicUrl, email });
  app.useWebSocketAdapter(new SocketsAdapter(app.getHttpServer(), app.get<Logger>(LOGGER)));
  return app;
}

/** Linux tells here what the process may open. */
function limitsOfProcess(): string {
  const file = '/proc/self/limits';
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
