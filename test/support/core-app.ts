import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AppModule } from '@sixpence/core/app.module';
import { CORE_CONFIG, coreConfigSchema, type CoreConfig } from '@sixpence/core/config';
import { prepare } from '@sixpence/core/create-app';
import { randomBytes } from 'node:crypto';

export interface CoreApp extends AsyncDisposable {
  app: NestFastifyApplication;
  config: CoreConfig;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** A JSON call with the origin of the service's own pages; `cookie` is a signed-in person's. */
  call(method: string, path: string, options?: { body?: unknown; cookie?: string; headers?: Record<string, string> }): Promise<Response>;
}

/** Core in this process, on a real database and a real NATS, for tests of one feature; it listens on a free port. */
export async function startCoreApp(options: { databaseUrl: string; natsUrl: string; port: number }): Promise<CoreApp> {
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-core-'));
  const config = coreConfigSchema.parse({
    DATABASE_URL: options.databaseUrl,
    NATS_URL: options.natsUrl,
    PORT: options.port,
    METRICS_PORT: 0,
    PUBLIC_URL: `http://localhost:${options.port}`,
    STORAGE_DIR: join(folder, 'documents'),
    KEY_STORE_DIR: join(folder, 'keys'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    SERVICE_TOKEN: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
  });
  const testing = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(CORE_CONFIG)
    .useValue(config)
    .compile();
  const app = testing.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { bodyParser: false, logger: false });
  await prepare(app);
  await app.listen(options.port, '127.0.0.1');
  const url = `http://127.0.0.1:${options.port}`;
  return {
    app,
    config,
    url,
    call: (method, path, { body, cookie, headers } = {}) =>
      fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(cookie === undefined ? {} : { cookie }),
          ...(method === 'GET' ? {} : { 'content-type': 'application/json', origin: config.PUBLIC_URL }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
