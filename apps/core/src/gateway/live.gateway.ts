import type { IncomingMessage } from 'node:http';
import { Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { LOGGER } from '../process/logger.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { LiveConnection } from './live-connection.js';
import { LiveNewsService } from './live-news.service.js';
import { serve } from './socket.js';
import type { Door, DoorOptions } from './sockets.adapter.js';

/** Browsers listen only; whatever they send is short and ends the socket. */
const frameLimitBytes = 1_024;

/** Tabs and devices of one person that listen to one core. */
const mostOfOnePerson = 20;

/** A socket outlives its session by less than a second. */
const recheckMs = 750;

/** `/live`: news to signed-in browsers, from the service's own pages only, until the session ends. */
@WebSocketGateway<DoorOptions>({ path: '/live', frameLimitBytes })
export class LiveGateway
  implements OnGatewayInit, OnGatewayConnection, OnApplicationBootstrap, OnModuleDestroy
{
  private readonly connections = new Set<LiveConnection>();
  private recheck: NodeJS.Timeout | undefined;
  private door: Door<SignedIn> | undefined;

  constructor(
    private readonly sessions: SessionsService,
    private readonly news: LiveNewsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  afterInit(door: Door<SignedIn>): void {
    door.admit = (request) => this.admit(request);
    this.door = door;
  }

  handleConnection(socket: WebSocket, session: SignedIn): void {
    const failed = (error: unknown) => {
      this.logger.warn({ err: error }, "a browser's socket failed");
    };
    const begin = () => {
      const connection = new LiveConnection(socket, session, failed);
      this.connections.add(connection);
      socket.once('close', () => this.connections.delete(connection));
      connection.tell(() => this.news.present(session.userId));
    };
    serve(socket, begin, failed);
  }

  onApplicationBootstrap(): void {
    this.news.listen((ownerId, read) => {
      for (const connection of this.of(ownerId)) connection.tell(read);
    });
    this.recheck = setInterval(() => {
      this.endLapsed().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'sessions of open sockets could not be checked');
      });
    }, recheckMs);
  }

  async onModuleDestroy(): Promise<void> {
    this.door?.close();
    clearInterval(this.recheck);
    await Promise.all([...this.connections].map((connection) => connection.drain()));
  }

  private async admit(request: IncomingMessage): Promise<SignedIn> {
    if (request.headers.origin !== new URL(this.config.PUBLIC_URL).origin) {
      throw new Refusal('request.origin');
    }
    const session = await this.sessions.fromCookies(request.headers.cookie);
    if (!session) throw new Refusal('session.missing');
    if (this.of(session.userId).length >= mostOfOnePerson) throw new Refusal('request.too-many');
    return session;
  }

  /** Asked of the database, because news may be late, and sessions also end by themselves. */
  private async endLapsed(): Promise<void> {
    if (this.connections.size === 0) return;
    const asked = [...this.connections];
    const alive = await this.sessions.alive(asked.map(({ session }) => session.sessionId));
    for (const connection of asked) if (!alive.has(connection.session.sessionId)) connection.end();
  }

  private of(ownerId: string): LiveConnection[] {
    return [...this.connections].filter(({ session }) => session.userId === ownerId);
  }
}
