import type { IncomingMessage } from 'node:http';
import { Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { widerNetworkOf } from '@sixpence/config/networks';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { NewsFor } from '@sixpence/contracts/events/news';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging, type Hearing } from '@sixpence/messaging/messaging';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { NetworksService } from '../platform/http/network/networks.service.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { LOGGER } from '../platform/process/logger.js';
import { Every } from '../platform/process/rounds.js';
import { SessionsService } from '../people/sessions/sessions.service.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { LiveConnection } from './live-connection.js';
import { LiveNewsService } from './live-news.service.js';
import { type PrinterRead, SiteNewsService } from './site-news.service.js';
import { serve } from './socket.js';
import type { Door, DoorOptions } from './sockets.adapter.js';

/** Browsers only listen: any frame from a browser closes the socket. */
const frameLimitBytes = 1_024;

/** The most sockets of one person at one core. */
const mostOfOnePerson = 20;

/**
 * When sockets use `partOfAll` of all connections, one customer of an internet provider gets at most
 * `partOfCustomer` of all connections. Behind a proxy there is no other limit, and accounts cost nothing.
 */
const partOfAll = 1 / 2;
const partOfCustomer = 1 / 8;

/**
 * When the sockets of a customer use this part of all connections, each of its people may open only one.
 * Otherwise the tabs of a few accounts would use up the connections that their network is allowed, and leave
 * none for its HTTP calls.
 */
const partOfManyTabs = 1 / 16;

/** The signed-in person of a browser, and its network. */
export type LiveGuest = SignedIn & { network: string };

/** The interval of the check for ended sessions: a socket closes within a second after sign-out. */
const lookMs = 500;
/**
 * The check looks back this much further than the last check, because the end of a session has the time at
 * which it was written, and its transaction may commit later.
 */
const lookBackSeconds = 30;
/**
 * In this many checks, the session of every open socket is read once, in case `sessionsEndedWithin` missed
 * its end.
 */
const checksPerCycle = 40;

/** News after which the person may see the printers of other sites. */
const changesSites: ReadonlySet<NewsFor<'person'>['kind']> = new Set(['person.release', 'person.sites']);

/** The sockets of one person at this core, and the subscription to their news. */
interface Audience {
  readonly connections: Set<LiveConnection>;
  readonly hearing: Hearing;
  /** The function that stops listening, for each site whose printers the person sees. */
  readonly sites: Map<string, () => void>;
}

/**
 * `/live`: the WebSocket that sends news to a signed-in browser until the session ends. Only the service's
 * own pages may open it.
 */
@WebSocketGateway<DoorOptions>({ path: '/live', frameLimitBytes })
export class LiveGateway
  implements OnGatewayInit, OnGatewayConnection, OnApplicationBootstrap, OnModuleDestroy
{
  /** The number of open sockets in the network of each customer of an internet provider. */
  private readonly socketsByNetwork = new Map<string, number>();
  private readonly audiences = new Map<string, Audience>();
  private lastLookMs = performance.now();
  /** The connections whose sessions are still to be checked in this cycle. */
  private unchecked: LiveConnection[] = [];
  private door: Door<LiveGuest> | undefined;

  constructor(
    private readonly sessions: SessionsService,
    private readonly news: LiveNewsService,
    private readonly siteNews: SiteNewsService,
    private readonly messaging: Messaging,
    private readonly networks: NetworksService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  afterInit(door: Door<LiveGuest>): void {
    door.admit = (request) => this.admit(request);
    this.door = door;
  }

  handleConnection(socket: WebSocket, { network, ...session }: LiveGuest): void {
    const failed = (error: unknown) => {
      this.logger.warn({ err: error }, "a browser's socket failed");
    };
    const begin = () => {
      this.countSocket(socket, network);
      this.addConnection(new LiveConnection(socket, session, failed));
    };
    serve(socket, begin, failed);
  }

  onApplicationBootstrap(): void {
    this.messaging.onReturn(() => {
      this.queuePresentAfterGap();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.door?.close();
    await Promise.all(this.connections().map((connection) => connection.closeForShutdown()));
  }

  private async admit(request: IncomingMessage): Promise<LiveGuest> {
    if (request.headers.origin !== new URL(this.config.PUBLIC_URL).origin) {
      throw new Refusal('request.origin');
    }
    const session = await this.sessions.personFromCookies(request.headers.cookie);
    if (!session) throw new Refusal('session.missing');
    const network = widerNetworkOf(this.networks.networkOf(request));
    const tabs = this.audiences.get(session.userId)?.connections.size ?? 0;
    if (tabs >= this.mostTabsIn(network)) throw new Refusal('request.too-many');
    if (this.isFullFor(network)) throw new Refusal('request.too-many');
    return { ...session, network };
  }

  private mostTabsIn(network: string): number {
    const isCrowded =
      (this.socketsByNetwork.get(network) ?? 0) >= this.config.MAX_CONNECTIONS * partOfManyTabs;
    return isCrowded ? 1 : mostOfOnePerson;
  }

  private isFullFor(network: string): boolean {
    const { MAX_CONNECTIONS: most } = this.config;
    const openSockets = [...this.socketsByNetwork.values()].reduce((sum, count) => sum + count, 0);
    return (
      openSockets >= most * partOfAll && (this.socketsByNetwork.get(network) ?? 0) >= most * partOfCustomer
    );
  }

  private countSocket(socket: WebSocket, network: string): void {
    this.socketsByNetwork.set(network, (this.socketsByNetwork.get(network) ?? 0) + 1);
    socket.once('close', () => {
      const remaining = (this.socketsByNetwork.get(network) ?? 1) - 1;
      if (remaining === 0) this.socketsByNetwork.delete(network);
      else this.socketsByNetwork.set(network, remaining);
    });
  }

  /**
   * Closes the sockets of ended sessions. It reads the database, because news can be lost and no socket may
   * outlive its session. The query reads only sessions that ended since the last check, however many sockets
   * are open; after an outage it covers all of the outage.
   */
  @Every(lookMs, 'warn', 'sessions of open sockets could not be checked')
  async closeEndedSessions(): Promise<void> {
    const nowMs = performance.now();
    if (this.audiences.size > 0) {
      const seconds = (nowMs - this.lastLookMs) / 1_000 + lookBackSeconds;
      const ended = await this.sessions.sessionsEndedWithin(seconds);
      if (ended.size > 0) this.endConnections(this.connections(), ({ sessionId }) => ended.has(sessionId));
      await this.checkNextSockets();
    }
    this.lastLookMs = nowMs;
  }

  /**
   * Checks a few sessions at a time, for ends that `sessionsEndedWithin` missed: the database's clock was
   * changed, or the row was deleted.
   */
  private async checkNextSockets(): Promise<void> {
    if (this.unchecked.length === 0) this.unchecked = this.connections();
    const checked = this.unchecked.splice(0, Math.ceil(this.connections().length / checksPerCycle));
    if (checked.length === 0) return;
    const alive = await this.sessions.validSessionsAmong(checked.map(({ session }) => session.sessionId));
    this.endConnections(checked, ({ sessionId }) => !alive.has(sessionId));
  }

  private endConnections(
    among: readonly LiveConnection[],
    isOver: (session: LiveConnection['session']) => boolean,
  ): void {
    for (const connection of among) if (isOver(connection.session)) connection.end();
  }

  /**
   * The present state is read only after the subscription is active, so that no news between the two is lost.
   */
  private addConnection(connection: LiveConnection): void {
    const { userId } = connection.session;
    const audience = this.audiences.get(userId) ?? this.subscribe(userId);
    audience.connections.add(connection);
    connection.socket.once('close', () => {
      audience.connections.delete(connection);
      if (audience.connections.size > 0) return;
      audience.hearing.stop();
      for (const stop of audience.sites.values()) stop();
      this.audiences.delete(userId);
    });
    connection.queueNews(async () => {
      await Promise.all([audience.hearing.ready, this.followSites(userId)]);
      return this.news.present(userId);
    });
  }

  /** Subscribes to a person's news until the last of their sockets closes. */
  private subscribe(userId: string): Audience {
    const connections = new Set<LiveConnection>();
    const hearing = this.messaging.hearNews('person', userId, (news) => {
      for (const connection of connections) connection.queueNews(() => this.news.translate(news));
      if (changesSites.has(news.kind)) {
        this.followSites(userId).catch((error: unknown) => {
          this.logger.warn({ err: error }, "a person's sites could not be read");
        });
      }
    });
    const audience = { connections, hearing, sites: new Map<string, () => void>() };
    this.audiences.set(userId, audience);
    return audience;
  }

  /** Subscribes to exactly the sites whose printers the person sees now. */
  private async followSites(userId: string): Promise<void> {
    const wanted = new Set(await this.news.sitesOf(userId));
    const audience = this.audiences.get(userId);
    if (!audience) return;
    const { sites, connections } = audience;
    for (const [siteId, stop] of sites) {
      if (wanted.has(siteId)) continue;
      stop();
      sites.delete(siteId);
    }
    for (const siteId of wanted) {
      if (sites.has(siteId)) continue;
      const listen = (read: PrinterRead) => {
        for (const connection of connections)
          connection.queueNews(async () => this.news.ofPrinter(userId, await read));
      };
      sites.set(siteId, this.siteNews.listen(siteId, userId, listen));
    }
    await Promise.all([...wanted].map((siteId) => this.siteNews.ready(siteId)));
  }

  /** Queues the present state for all browsers after an outage of NATS, in which news was lost. */
  private queuePresentAfterGap(): void {
    for (const connection of this.connections()) {
      connection.queueNews(() => this.news.presentAfterGap(connection.session.userId));
    }
  }

  private connections(): LiveConnection[] {
    return [...this.audiences.values()].flatMap(({ connections }) => [...connections]);
  }
}
