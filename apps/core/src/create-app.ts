import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { WsAdapter } from '@nestjs/platform-ws';
import { fastify, type FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import { CORE_CONFIG, type CoreConfig } from './config.js';
import { protect } from './http/protect.js';
import { serveSite } from './http/site.js';

/** Builds core as every run has it; the caller listens. */
export async function createApp(): Promise<NestFastifyApplication> {
  const server = fastify({
    requestTimeout: 900_000,
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: true,
  }) as unknown as FastifyInstance;
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(server), {
    bodyParser: false,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  return prepare(app);
}

/** What has to stand around Nest before it listens; tests that build their own module use it as well. */
export async function prepare(app: NestFastifyApplication): Promise<NestFastifyApplication> {
  const config = app.get<CoreConfig>(CORE_CONFIG);
  const server = app.getHttpAdapter().getInstance();
  protect(server, config.PUBLIC_URL);
  await serveSite(server, config.SITE_DIR);
  app.useWebSocketAdapter(new WsAdapter(app));
  return app;
}
