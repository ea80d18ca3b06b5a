import { Injectable } from '@nestjs/common';
import type { NewsFor } from '@sixpence/contracts/events/news';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Messaging, type Hearing } from '@sixpence/messaging/messaging';
import { PanelSessionsService, type PanelSession } from '../panels/panel-sessions.service.js';
import type { Notice } from './agent-connection.js';

/** News that changes the list at a person's panel: documents, the balance, printed pages. */
const changesListing: ReadonlySet<NewsFor<'person'>['kind']> = new Set([
  'person.document',
  'person.release',
  'person.job-settled',
  'person.balance',
]);

interface OpenPanel {
  agentId: string;
  hearing: Hearing;
  timer: NodeJS.Timeout;
}

/** Tells connected boxes to load a panel's list again when it has changed. */
@Injectable()
export class PanelNewsService {
  private readonly open = new Map<string, OpenPanel>();
  private notify: (agentId: string, notice: Notice) => void = () => undefined;

  constructor(
    private readonly messaging: Messaging,
    private readonly sessions: PanelSessionsService,
  ) {}

  notifyThrough(notify: (agentId: string, notice: Notice) => void): void {
    this.notify = notify;
  }

  /** Subscribes to the person's news for this panel. */
  opened(agentId: string, { id, ownerId }: Pick<PanelSession, 'id' | 'ownerId'>): void {
    if (this.open.has(id)) return;
    const hearing = this.messaging.hearNews('person', ownerId, ({ kind }) => {
      if (changesListing.has(kind)) this.listAgain(agentId, id);
    });
    // No panel session lives longer. So the subscription ends even if the news of the session's end is lost.
    const timer = setTimeout(() => {
      this.stopHearing(id);
    }, lifeSeconds.panelSession * 1_000).unref();
    this.open.set(id, { agentId, hearing, timer });
  }

  /** Subscribes for the open panel sessions of a box that has just connected. */
  async connected(agentId: string): Promise<void> {
    for (const session of await this.sessions.openSessionsAt(agentId)) this.opened(agentId, session);
  }

  /**
   * Closes panels whose session has ended without news: the news was lost, or the process that ended the
   * session publishes no news.
   */
  async closeEndedPanels(): Promise<void> {
    if (this.open.size === 0) return;
    for (const panelSessionId of await this.sessions.endedSessionsAmong([...this.open.keys()])) {
      const panel = this.open.get(panelSessionId);
      if (panel) this.closePanel(panel.agentId, panelSessionId);
    }
  }

  /** Stops hearing news for this ended session, and notifies its box. */
  closePanel(agentId: string, panelSessionId: string): void {
    this.stopHearing(panelSessionId);
    this.notify(agentId, { name: 'session-ended', panelSessionId });
  }

  private stopHearing(panelSessionId: string): void {
    const panel = this.open.get(panelSessionId);
    if (!panel) return;
    this.open.delete(panelSessionId);
    clearTimeout(panel.timer);
    panel.hearing.stop();
  }

  disconnected(agentId: string): void {
    for (const [id, panel] of this.open) if (panel.agentId === agentId) this.stopHearing(id);
  }

  /** Makes all panels load their lists again after lost news. The load also finds ended sessions. */
  listAllAgain(): void {
    for (const [id, { agentId }] of this.open) this.listAgain(agentId, id);
  }

  private listAgain(agentId: string, panelSessionId: string): void {
    this.notify(agentId, { name: 'listing-changed', panelSessionId });
  }
}
