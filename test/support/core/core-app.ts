import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { coreConfigSchema, type CoreConfig } from '@sixpence/core/platform/process/config';
import { createApp } from '@sixpence/core/create-app';
import { RemovalRoundsService } from '@sixpence/core/documents/removal/removal-rounds.service';
import { SweeperService } from '@sixpence/core/panels/sweeper.service';
import { RoundsService } from '@sixpence/core/platform/process/rounds.service';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { NatsServer } from '@sixpence/sandbox/nats/server';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { shortLivedFolder } from '@sixpence/sandbox/testing/short-lived-folder';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { createDatabase, type Patience } from './database.js';

interface CallOptions {
  body?: unknown;
  /** The session cookie of a signed-in user, as `name=value`. */
  cookie?: string;
  headers?: Record<string, string>;
}

/**
 * Services whose scheduled rounds are stopped, because a round could remove what a test examines. Tests call
 * their `sweep()`.
 */
const withoutRounds = [RemovalRoundsService, SweeperService];

/** Core in this process, with its own database, NATS server, and folders; for tests of one feature. */
export class CoreApp implements AsyncDisposable {
  private converter: Messaging | undefined;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly config: CoreConfig,
    readonly nats: NatsServer,
    /** The address of its database for a superuser. */
    readonly superuserUrl: string,
    private readonly after: AsyncDisposableStack,
  ) {}

  /**
   * `environment` overrides this core's variables, for example to use another storage medium or another
   * core's folders. `patience` replaces the database's usual limits.
   */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    patience?: Patience,
  ): Promise<CoreApp> {
    // Ends everything in reverse order, also when the start fails.
    await using started = new AsyncDisposableStack();
    const folder = shortLivedFolder('sixpence-core-');
    started.defer(() => rm(folder, { recursive: true, force: true }));
    const testDatabase = await createDatabase(patience);
    started.defer(() => testDatabase.drop());
    const nats = await NatsServer.start({
      folder: join(folder, 'nats'),
      port: await freePort(),
      logFile: join(folder, 'nats.log'),
    });
    started.defer(() => nats.discard());
    const port = await freePort();
    const config = coreConfigSchema.parse({
      DATABASE_URL: testDatabase.url,
      // A hundred parallel requests wait for a connection. With a smaller pool a slow machine exceeds the
      // limit of five seconds.
      DATABASE_POOL: 50,
      ...nats.variablesOf('core'),
      PORT: port,
      METRICS_PORT: 0,
      PUBLIC_URL: `http://localhost:${port}`,
      STORAGE_DIR: join(folder, 'documents'),
      KEY_STORE_DIR: join(folder, 'keys'),
      MASTER_KEY: randomBytes(32).toString('base64'),
      SECRET_KEY: randomBytes(32).toString('base64'),
      SERVICE_TOKEN: randomBytes(32).toString('hex'),
      INTAKE_TOKEN: randomBytes(32).toString('hex'),
      SITE_DIR: join(folder, 'no-site'),
      LOG_LEVEL: 'fatal',
      ...environment,
    });
    const app = await build(config);
    started.defer(() => app.close());
    for (const service of withoutRounds) await app.get(RoundsService).stopRounds(app.get<object>(service));
    return new CoreApp(app, config, nats, testDatabase.superuserUrl, started.move());
  }

  get url(): string {
    return `http://localhost:${this.config.PORT}`;
  }

  /** A NATS client with the converter's rights: core itself may not publish a converter's facts. */
  async asConverter(): Promise<Messaging> {
    if (!this.converter) {
      const converter = new Messaging({
        access: natsAccess(this.nats.variablesOf('converter')),
        name: 'converter',
        logger: pino({ level: 'silent' }),
      });
      this.after.defer(() => converter.drain());
      this.converter = converter;
    }
    await this.converter.ready();
    return this.converter;
  }

  get database(): DataSource {
    return this.app.get(DataSource);
  }

  /** A call as the service's own pages make it: JSON, own origin. */
  call(method: string, path: string, { body, cookie, headers }: CallOptions = {}): Promise<Response> {
    const requestHeaders = new Headers(headers);
    if (cookie !== undefined) requestHeaders.set('cookie', cookie);
    if (method !== 'GET' && !requestHeaders.has('content-type'))
      requestHeaders.set('content-type', 'application/json');
    if (method !== 'GET' && !requestHeaders.has('origin'))
      requestHeaders.set('origin', this.config.PUBLIC_URL);
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    return fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: requestHeaders,
      ...(text === undefined ? {} : { body: text }),
    });
  }

  /** A new signed-in user. */
  async signedIn(email: string): Promise<{ userId: string; cookie: string }> {
    const password = 'Sixpence1';
    const { userId } = await this.app.get(AccountsService).addUser(email, password);
    const answer = await this.logIn(email, password);
    return { userId, cookie: cookieOf(answer) };
  }

  /** An attempt to sign in with a password. */
  logIn(email: string, password: string): Promise<Response> {
    return this.call('POST', '/email-login', { body: { email, password } });
  }

  /**
   * Whether the session is valid, as a browser asks.
   * @throws Error when core does not answer 200
   */
  async isValid(cookie?: string): Promise<boolean> {
    const answer = await this.call('GET', '/validate-session', cookie === undefined ? {} : { cookie });
    if (answer.status !== 200) throw new Error(`Core answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { valid: boolean }).valid;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.after.disposeAsync();
  }
}

/** The `name=value` part of the session cookie in an answer. */
export function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function build(config: CoreConfig): Promise<NestFastifyApplication> {
  const app = await createApp(config);
  await app.listen(config.PORT, config.HOST);
  return app;
}
