import { createPublicKey, verify } from 'node:crypto';
import { Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { gatewayFrameLimitBytes, gatewayProof, type AgentFrame } from '@sixpence/contracts/agent/gateway';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { Messaging } from '@sixpence/messaging/messaging';
import type { NewsFor } from '@sixpence/contracts/events/news';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { NetworksService } from '../platform/http/network/networks.service.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { LOGGER } from '../platform/process/logger.js';
import { JobsService } from '../jobs/jobs.service.js';
import { AgentsService } from '../sites/agents.service.js';
import { PrintersService } from '../sites/printers.service.js';
import { AgentConnection, type AgentCallbacks, type Notice, type Welcome } from './agent-connection.js';
import { AgentRequestsService } from './agent-requests.service.js';
import { PanelNewsService } from './panel-news.service.js';
import { serve } from './socket.js';
import type { Door, DoorOptions } from './sockets.adapter.js';

/** News of a revocation, or of a session's end, can be lost, so the database is read at this interval. */
const lookMs = 20_000;

const drainWithinMs = 2_000;

/**
 * The most sockets without a proven identity: in all, and from one network. The boxes of one site share a
 * network.
 */
const mostUnproven = 200;
const mostUnprovenOfNetwork = 20;

/** After this delay a refused box tries again. */
const comeAgainSeconds = 5;

/**
 * `/gateway`: the WebSocket for the agents of all sites. An agent proves its identity by signing a nonce,
 * sends requests, and receives notices.
 */
@WebSocketGateway<DoorOptions>({ path: '/gateway', frameLimitBytes: gatewayFrameLimitBytes })
export class AgentsGateway
  implements OnGatewayInit, OnGatewayConnection, OnApplicationBootstrap, OnModuleDestroy, AgentCallbacks
{
  /** Connections without a proven identity, with their networks. */
  private readonly unproven = new Map<AgentConnection, string>();
  private readonly connections = new Map<string, AgentConnection>();
  private timer: NodeJS.Timeout | undefined;
  private door: Door<string> | undefined;

  constructor(
    private readonly agents: AgentsService,
    private readonly printers: PrintersService,
    private readonly jobs: JobsService,
    private readonly panels: PanelNewsService,
    private readonly requests: AgentRequestsService,
    private readonly messaging: Messaging,
    private readonly networks: NetworksService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  afterInit(door: Door<string>): void {
    door.admit = (request) => {
      const network = this.networks.networkOf(request);
      const isFull = this.fullGroups(network).some((group) => longestSilent(group) === undefined);
      if (isFull) return Promise.reject(new Refusal('request.too-many', undefined, comeAgainSeconds));
      return Promise.resolve(network);
    };
    this.door = door;
  }

  handleConnection(socket: WebSocket, network: string): void {
    const begin = () => {
      const connection = new AgentConnection(socket, this);
      this.closeSilent(network);
      this.unproven.set(connection, network);
      socket.once('close', () => this.unproven.delete(connection));
    };
    serve(socket, begin, (error) => {
      this.logger.warn({ err: error }, "an agent's socket could not be served");
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      Promise.all([this.dropRevoked(), this.markConnected(), this.panels.closeEndedPanels()]).catch(
        (error: unknown) => {
          this.logger.warn({ err: error }, 'the check of agents and panel sessions failed');
        },
      );
    }, lookMs);
    this.panels.notifyThrough((agentId, notice) => {
      this.notify(agentId, notice);
    });
    this.messaging.onReturn(() => {
      this.refreshAll();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.door?.close();
    clearInterval(this.timer);
    const all = [...this.unproven.keys(), ...this.connections.values()];
    await Promise.all(all.map((connection) => connection.drain(drainWithinMs)));
  }

  async greet(hello: Extract<AgentFrame, { type: 'hello' }>, nonce: string): Promise<Welcome | undefined> {
    const agent = await this.agents.activeAgent(hello.agentId);
    if (!agent) return undefined;
    const key = createPublicKey({ key: agent.publicKey, format: 'der', type: 'spki' });
    const proof = Buffer.from(gatewayProof(hello.agentId, nonce));
    if (!verify(null, proof, key, Buffer.from(hello.signature, 'base64'))) return undefined;
    await this.agents.storeVersions(hello.agentId, hello);
    return {
      type: 'welcome',
      site: agent.site,
      printers: await this.printers.printersOfAgent(hello.agentId),
      stallSeconds: lifeSeconds.stall,
      idleSeconds: lifeSeconds.panelIdle,
      publicUrl: this.config.PUBLIC_URL,
      openJobs: await this.jobs.openJobsAt(hello.agentId),
    };
  }

  /**
   * Displaces the agent's earlier connection: a box that was cut off may return before its old socket is
   * found dead.
   */
  welcomed(connection: AgentConnection, agentId: string): void {
    this.unproven.delete(connection);
    this.connections.get(agentId)?.replace();
    this.connections.set(agentId, connection);
    const hearing = this.messaging.hearNews('box', agentId, (news) => {
      this.passNews(news);
    });
    connection.socket.once('close', () => {
      hearing.stop();
      if (this.connections.get(agentId) !== connection) return;
      this.connections.delete(agentId);
      this.panels.disconnected(agentId);
    });
    // The refresh sends changes that came between the welcome and the subscription.
    void hearing.ready.then(() => {
      this.refreshBox(agentId);
    });
  }

  answerRequest(
    ...question: Parameters<AgentCallbacks['answerRequest']>
  ): ReturnType<AgentCallbacks['answerRequest']> {
    return this.requests.answerRequest(...question);
  }

  failed(error: unknown, agentId: string | undefined): void {
    // At debug level, so that strangers cannot fill the log.
    if (agentId === undefined)
      this.logger.debug({ err: error }, 'a socket failed before it proved its identity');
    else this.logger.warn({ err: error, agentId }, "an agent's socket failed");
  }

  /**
   * Closes the socket that has been silent longest when there are too many. A box sends its hello at once, so
   * silent sockets cannot keep it out: neither those of strangers with many networks (one IPv6 line has
   * hundreds), nor those of a neighbour in its own network.
   */
  private closeSilent(network: string): void {
    for (const group of this.fullGroups(network)) longestSilent(group)?.giveWay();
  }

  /**
   * The groups of unproven sockets, of this network and of all networks, to which one more socket would be
   * too many.
   */
  private fullGroups(network: string): AgentConnection[][] {
    const all = [...this.unproven].filter(([connection]) => !connection.isLeaving);
    const ofNetwork = all.filter(([, other]) => other === network);
    return [
      { group: ofNetwork, most: mostUnprovenOfNetwork },
      { group: all, most: mostUnproven },
    ]
      .filter(({ group, most }) => group.length >= most)
      .map(({ group }) => group.map(([connection]) => connection));
  }

  private notify(agentId: string, notice: Notice): void {
    this.connections.get(agentId)?.notify(notice);
  }

  private passNews({ kind, body }: NewsFor<'box'>): void {
    const { agentId } = body;
    switch (kind) {
      case 'box.printers':
        this.tellPrinters(agentId).catch((error: unknown) => {
          this.failed(error, agentId);
        });
        return;
      case 'box.paired':
        this.notify(agentId, { name: 'paired', printerId: body.printerId, requestId: body.requestId });
        return;
      case 'box.session-opened':
        this.panels.opened(agentId, { id: body.panelSessionId, ownerId: body.ownerId });
        return;
      case 'box.session-ended':
        this.panels.closePanel(agentId, body.panelSessionId);
        return;
      case 'box.revoked':
        this.connections.get(agentId)?.refuse();
    }
  }

  /** Reads everything again after an outage of NATS, because news may be lost. */
  private refreshAll(): void {
    this.panels.listAllAgain();
    for (const agentId of this.connections.keys()) this.refreshBox(agentId);
    this.dropRevoked().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the check for revoked agents failed');
    });
  }

  /** Reads again everything that a box shows, and sends it. */
  private refreshBox(agentId: string): void {
    Promise.all([
      this.tellPrinters(agentId),
      this.panels.connected(agentId),
      this.agents.markSeen([agentId]),
    ]).catch((error: unknown) => {
      this.failed(error, agentId);
    });
  }

  private async tellPrinters(agentId: string): Promise<void> {
    this.notify(agentId, { name: 'printers', printers: await this.printers.printersOfAgent(agentId) });
  }

  private async markConnected(): Promise<void> {
    if (this.connections.size > 0) await this.agents.markSeen([...this.connections.keys()]);
  }

  private async dropRevoked(): Promise<void> {
    if (this.connections.size === 0) return;
    const revoked = await this.agents.revokedAmong([...this.connections.keys()]);
    for (const agentId of revoked) this.connections.get(agentId)?.refuse();
  }
}

function longestSilent(group: readonly AgentConnection[]): AgentConnection | undefined {
  return group.find(({ hasSaidHello }) => !hasSaidHello);
}
