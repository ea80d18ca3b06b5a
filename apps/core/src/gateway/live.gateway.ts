import type { IncomingMessage } from 'node:http';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { LiveNews } from '@sixpence/contracts/http/live';
import { currencySchema } from '@sixpence/contracts/money';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { SessionsService } from '../accounts/sessions.service.js';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { LOGGER } from '../logger.js';
import { LiveConnection } from './live-connection.js';
import { LiveNewsService } from './live-news.service.js';
import { UpgradesService } from './upgrades.service.js';

/** Browsers listen only; whatever they send is short and ends the socket. */
const frameLimitBytes = 1_024;

/** Tabs and devices of one person that listen to one core. */
const mostOfOnePerson = 20;

/** A socket outlives its session by less than a second. */
const recheckMs = 750;

/** `/live`: news to signed-in browsers, from the service's own pages only, until the session ends. */
@Injectable()
export class LiveGateway implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly connections = new Set<LiveConnection>();
  private recheck: NodeJS.Timeout | undefined;

  constructor(
    private readonly upgrades: UpgradesService,
    private readonly sessions: SessionsService,
    private readonly news: LiveNewsService,
    private readonly messaging: Messaging,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.upgrades.open('/live', { frameLimitBytes, admit: (request) => this.admit(request) });
  }

  onApplicationBootstrap(): void {
    const { news, messaging } = this;
    messaging.listen('print.document.changed', ({ ownerId, documentId }) =>
      this.tell(ownerId, () => news.document(ownerId, documentId)),
    );
    messaging.listen('print.document.deleted', ({ ownerId, documentId }) =>
      this.tell(ownerId, () => news.document(ownerId, documentId)),
    );
    messaging.listen('print.job.changed', ({ ownerId, jobId }) =>
      this.tell(ownerId, () => news.job(ownerId, jobId)),
    );
    messaging.listen('print.balance.changed', ({ ownerId, currency }) =>
      this.tell(ownerId, () => news.balance(ownerId, currencySchema.parse(currency))),
    );
    messaging.listen('print.code.redeemed', ({ ownerId, printerId }) =>
      this.tell(ownerId, () => news.codeUsed(printerId)),
    );
    this.recheck = setInterval(() => {
      this.endLapsed().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'sessions of open sockets could not be checked');
      });
    }, recheckMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.recheck);
    await Promise.all([...this.connections].map((connection) => connection.drain()));
  }

  private async admit(request: IncomingMessage): Promise<(socket: WebSocket) => void> {
    if (request.headers.origin !== new URL(this.config.PUBLIC_URL).origin) {
      throw new Refusal('request.origin');
    }
    const { cookie } = request.headers;
    const session = await this.sessions.fromCookies(cookie);
    if (!session) throw new Refusal('session.missing');
    if (this.of(session.userId).length >= mostOfOnePerson) throw new Refusal('request.too-many');
    const failed = (error: unknown) => {
      this.logger.warn({ err: error }, "a browser's socket failed");
    };
    return (socket) => {
      const connection = new LiveConnection(socket, session, failed);
      this.connections.add(connection);
      socket.once('close', () => this.connections.delete(connection));
      connection.tell(() => this.news.present(session.userId));
    };
  }

  /** Asked of the database, because news may be late, and sessions also end by themselves. */
  private async endLapsed(): Promise<void> {
    if (this.connections.size === 0) return;
    const asked = [...this.connections];
    const alive = await this.sessions.alive(asked.map(({ session }) => session.sessionId));
    for (const connection of asked) if (!alive.has(connection.session.sessionId)) connection.end();
  }

  private tell(ownerId: string, read: () => Promise<LiveNews[]>): Promise<void> {
    for (const connection of this.of(ownerId)) connection.tell(read);
    return Promise.resolve();
  }

  private of(ownerId: string): LiveConnection[] {
    return [...this.connections].filter(({ session }) => session.userId === ownerId);
  }
}
