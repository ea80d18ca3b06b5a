import { Injectable } from '@nestjs/common';
import type { NewsFor } from '@sixpence/contracts/events/news';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Messaging, type Hearing } from '@sixpence/messaging/messaging';
import { PanelSessionsService, type PanelSession } from '../panels/panel-sessions.service.js';
import type { Notice } from './agent-connection.js';

/** News that changes what a person's panel lists: documents, their prices' cover, what was printed. */
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

/** Has the boxes that are connected here list again when the person in front of them would see something else. */
@Injectable()
export class PanelNewsService {
  private readonly open = new Map<string, OpenPanel>();
  private notify: (agentId: string, notice: Notice) => void = () => undefined;

  constructor(
    private readonly messaging: Messaging,
    private readonly sessions: PanelSessionsService,
  ) {}

  tellThrough(notify: (agentId: string, notice: Notice) => void): void {
    this.notify = notify;
  }

  /** From here on the person is heard for this panel. */
  opened(agentId: string, { id, ownerId }: Pick<PanelSession, 'id' | 'ownerId'>): void {
    if (this.open.has(id)) return;
    const hearing = this.messaging.hear('person', ownerId, ({ kind }) => {
      if (changesListing.has(kind)) this.listAgain(agentId, id);
    });
    // No session is older; should the news of its end be lost, nobody is heard for longer.
    const timer = setTimeout(() => {
      this.closed(id);
    }, lifeSeconds.panelSession * 1_000).unref();
    this.open.set(id, { agentId, hearing, timer });
  }

  /** A box is connected here that may have panels open since before. */
  async connected(agentId: string): Promise<void> {
    for (const session of await this.sessions.openAt(agentId)) this.opened(agentId, session);
  }

  /** Ends what is over on the panels, too: the news was lost, or told by a process that has no voice. */
  async endThoseOver(): Promise<void> {
    if (this.open.size === 0) return;
    for (const panelSessionId of await this.sessions.endedAmong([...this.open.keys()])) {
      const panel = this.open.get(panelSessionId);
      if (panel) this.ended(panel.agentId, panelSessionId);
    }
  }

  ended(agentId: string, panelSessionId: string): void {
    this.closed(panelSessionId);
    this.notify(agentId, { name: 'session-ended', panelSessionId });
  }

  private closed(panelSessionId: string): void {
    const panel = this.open.get(panelSessionId);
    if (!panel) return;
    this.open.delete(panelSessionId);
    clearTimeout(panel.timer);
    panel.hearing.stop();
  }

  disconnected(agentId: string): void {
    for (const [id, panel] of this.open) if (panel.agentId === agentId) this.closed(id);
  }

  /** News may have been missed; a session that is over is found out by listing, too. */
  listAllAgain(): void {
    for (const [id, { agentId }] of this.open) this.listAgain(agentId, id);
  }

  private listAgain(agentId: string, panelSessionId: string): void {
    this.notify(agentId, { name: 'listing-changed', panelSessionId });
  }
}
