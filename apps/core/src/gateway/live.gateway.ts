import type { IncomingMessage } from 'node:http';
import { Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging, type Hearing } from '@sixpence/messaging/messaging';
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

/** The sockets that one person has open here, and their news. */
interface Audience {
  readonly connections: Set<LiveConnection>;
  readonly hearing: Hearing;
}

/** `/live`: news to signed-in browsers, from the service's own pages only, until the session ends. */
@WebSocketGateway<DoorOptions>({ path: '/live', frameLimitBytes })
export class LiveGateway
  implements OnGatewayInit, OnGatewayConnection, OnApplicationBootstrap, OnModuleDestroy
{
  private readonly audiences = new Map<string, Audience>();
  private recheck: NodeJS.Timeout | undefined;
  private door: Door<SignedIn> | undefined;

  constructor(
    private readonly sessions: SessionsService,
    private readonly news: LiveNewsService,
    private readonly messaging: Messaging,
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
      this.admitted(new LiveConnection(socket, session, failed));
    };
    serve(socket, begin, failed);
  }

  onApplicationBootstrap(): void {
    this.messaging.onReturn(() => {
      this.tellOfGap();
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
    await Promise.all(this.connections().map((connection) => connection.drain()));
  }

  private async admit(request: IncomingMessage): Promise<SignedIn> {
    if (request.headers.origin !== new URL(this.config.PUBLIC_URL).origin) {
      throw new Refusal('request.origin');
    }
    const session = await this.sessions.fromCookies(request.headers.cookie);
    if (!session) throw new Refusal('session.missing');
    if ((this.audiences.get(session.userId)?.connections.size ?? 0) >= mostOfOnePerson)
      throw new Refusal('request.too-many');
    return session;
  }

  /** Asked of the database, because news may be late, and sessions also end by themselves. */
  private async endLapsed(): Promise<void> {
    const asked = this.connections();
    if (asked.length === 0) return;
    const alive = await this.sessions.alive(asked.map(({ session }) => session.sessionId));
    for (const connection of asked) if (!alive.has(connection.session.sessionId)) connection.end();
  }

  /** The present state is read only when its news is heard, so that nothing lies between the two. */
  private admitted(connection: LiveConnection): void {
    const { userId } = connection.session;
    const audience = this.audiences.get(userId) ?? this.gather(userId);
    audience.connections.add(connection);
    connection.socket.once('close', () => {
      audience.connections.delete(connection);
      if (audience.connections.size > 0) return;
      audience.hearing.stop();
      this.audiences.delete(userId);
    });
    connection.tell(async () => {
      await audience.hearing.ready;
      return this.news.present(userId);
    });
  }

  /** From here on a person's news is heard here, until their last socket closes. */
  private gather(userId: string): Audience {
    const connections = new Set<LiveConnection>();
    const hearing = this.messaging.hear('person', userId, (news) => {
      for (const connection of connections) connection.tell(() => this.news.meant(news));
    });
    const audience = { connections, hearing };
    this.audiences.set(userId, audience);
    return audience;
  }

  /** NATS was away, and news with it. */
  private tellOfGap(): void {
    for (const connection of this.connections()) {
      connection.tell(() => this.news.presentAfterGap(connection.session.userId));
    }
  }

  private connections(): LiveConnection[] {
    return [...this.audiences.values()].flatMap(({ connections }) => [...connections]);
  }
}
