import { EventEmitter } from 'node:events';
import type { PanelAction, PanelView } from '@sixpence/contracts/agent/panel';
import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import type { Logger } from 'pino';
import type { SiteFacts } from '../journal/site-book.js';
import type { Notice } from '../link/gateway-link.js';
import { now } from '../job/clock.js';
import type { JobRecord } from '../job/job-record.js';
import type { PrintReports } from '../release/print-reports.js';
import type { JobSource } from '../release/job-source.js';
import { isOver } from '../job/job-step.js';
import { PanelConversation, type PanelConversationParts } from './panel-conversation.js';
import { nextPanelState, type PanelEvent, type PanelState } from './panel-state.js';
import { panelView } from './panel-view.js';
import { Pictures } from './pictures.js';

export interface PanelParts extends PanelConversationParts {
  readonly printerName: () => string;
  readonly site: () => SiteFacts;
  readonly coreUrl: string;
  readonly source: Pick<JobSource, 'nameOf' | 'recall'>;
  readonly printReports: Pick<PrintReports, 'storeReport' | 'lastOf'>;
  readonly log: Logger;
}

const panelTimings = {
  /** How long the last screen stays. */
  doneMs: 20_000,
  /** How long the panel waits for core's settlement before it shows the last screen. */
  settleGraceMs: 5_000,
  /** Core keeps no session for longer, so an older one is not restored after a restart. */
  sessionMs: 600_000,
  /**
   * While digits are shown, the panel asks core at this interval whether a user has entered them, because
   * core's notice may be lost.
   */
  pairingMs: 5_000,
};

/**
 * One printer's panel. The agent owns the state and pages only draw it; several pages may show the same
 * panel. Emits `view` when pages must draw again.
 */
export class Panel extends EventEmitter<{ view: [PanelView] }> {
  private state: PanelState = { screen: 'attract' };
  private leavesAt = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private settleGraceTimer: NodeJS.Timeout | undefined;
  private pendingDraw: NodeJS.Immediate | undefined;
  private pairTimer: NodeJS.Timeout | undefined;
  private listedAt = 0;
  private isClosed = false;
  private readonly conversation: PanelConversation;
  private readonly pictures: Pictures;

  constructor(
    private readonly parts: PanelParts,
    private readonly timings = panelTimings,
  ) {
    super();
    // Each open page listens, and `PanelSockets` limits their number.
    this.setMaxListeners(0);
    const { coreUrl, log } = parts;
    this.pictures = new Pictures({ coreUrl, log, onPicture: () => this.drawSoon() });
    const dispatch = (event: PanelEvent) => this.dispatch(event);
    this.conversation = new PanelConversation(parts, { state: () => this.state, dispatch });
  }

  /** True while a user is at the screen or waits for pages. */
  get isInUse(): boolean {
    return this.state.screen !== 'attract';
  }

  get view(): PanelView {
    const { parts, state, leavesAt } = this;
    const { site, publicUrl } = parts.site();
    return panelView(state, {
      name: parts.printerName(),
      report: parts.report(),
      online: parts.link.online,
      site,
      publicUrl,
      jobs: this.jobs(),
      nameOf: (jobId) => parts.source.nameOf(jobId),
      pictureName: (document) => this.pictures.nameOf(document),
      reported: (jobId) => parts.printReports.lastOf(jobId),
      leavesAt,
    });
  }

  /** The JPEG of a document in the open session, by the name in its view. */
  picture(name: string): Uint8Array | undefined {
    return this.pictures.findPicture(name);
  }

  /** Draws again after a change outside the panel: the printer, the link, or a job. */
  refresh(): void {
    if (!this.isClosed) this.emit('view', this.view);
  }

  /**
   * Handles an action of a page. An action that does not fit the screen came too late, and changes nothing.
   */
  act(action: PanelAction): void {
    this.restartIdleTimer();
    switch (action.action) {
      case 'begin':
        this.run(this.conversation.openKeypad());
        return;
      case 'scan':
        this.run(this.conversation.scan());
        return;
      case 'login':
        this.run(this.conversation.login(action.code));
        return;
      case 'print':
        this.run(this.conversation.print(action));
        return;
      case 'report':
        this.run(this.report(action.jobId, action.fault));
        return;
      case 'more':
        this.run(this.conversation.more());
        return;
      case 'home':
        this.run(this.conversation.goHome());
        return;
      case 'touch':
        // Core ends idle sessions, too. Listing again tells core that the user is still reading.
        if (this.state.screen === 'documents' && now() - this.listedAt > this.idleMs / 3)
          this.listDocuments();
        this.refresh();
    }
  }

  /** Restores the screen from the journal after a restart. */
  restore(): void {
    const { journal, printerId, source } = this.parts;
    const session = journal.sessions.latest(printerId);
    const [open] = journal.jobs.unsettled(printerId);
    if (open) {
      const person = session?.panelSessionId ? { ...session, panelSessionId: session.panelSessionId } : null;
      this.change({ screen: 'printing', person, releaseId: open.releaseId, leaving: false });
      for (const job of this.jobs()) this.run(source.recall(job.jobId).then(() => this.refresh()));
      this.finishWhenSettled(open.releaseId);
    } else if (session && now() - session.askedAt < this.timings.sessionMs) {
      const { requestId } = session;
      if (session.pairing && session.panelSessionId === null) {
        this.change({ screen: 'pairing', requestId, code: null });
        this.run(this.conversation.pair(requestId));
        return;
      }
      this.change({ screen: 'keypad', checking: requestId });
    }
    if (session && this.isInUse) this.run(this.conversation.resume(session.requestId, this.idleMs));
  }

  /** Shows the printing of a release that core holds now; its jobs are in the queue. */
  showRelease(releaseId: string): void {
    const { journal } = this.parts;
    const release = journal.releases.findRelease(releaseId);
    if (!release || journal.jobs.ofRelease(releaseId).every((job) => isOver(job.step))) return;
    const person = { requestId: release.requestId, panelSessionId: release.question.panelSessionId };
    this.dispatch({ type: 'held', releaseId, person });
  }

  jobChanged(job: JobRecord): void {
    if (!('releaseId' in this.state) || this.state.releaseId !== job.releaseId) return;
    const before = this.state;
    this.finishWhenSettled(job.releaseId);
    // A changed state has been drawn already.
    if (this.state === before) this.drawSoon();
  }

  hearNotice(notice: Notice): void {
    if (notice.name === 'paired' && notice.printerId === this.parts.printerId) {
      this.run(this.conversation.handlePaired(notice.requestId));
    }
    const person = this.conversation.person();
    if (!('panelSessionId' in notice) || !person || notice.panelSessionId !== person.panelSessionId) return;
    if (notice.name === 'session-ended') this.conversation.sessionEnded(person.requestId);
    else if (this.state.screen === 'documents') this.listDocuments();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    clearTimeout(this.settleGraceTimer);
    clearImmediate(this.pendingDraw);
    clearInterval(this.pairTimer);
    this.pictures.keepFor(null);
    this.removeAllListeners();
  }

  /** Reports a job on the last screen. Other jobs are ignored. */
  private async report(jobId: string, fault: PrintFault): Promise<void> {
    if (this.state.screen !== 'done' || !this.jobs().some((job) => job.jobId === jobId)) return;
    const sent = this.parts.printReports.storeReport(jobId, fault);
    this.refresh();
    await sent;
  }

  private get idleMs(): number {
    return this.parts.site().idleSeconds * 1_000;
  }

  private jobs(): JobRecord[] {
    return 'releaseId' in this.state ? this.parts.journal.jobs.ofRelease(this.state.releaseId) : [];
  }

  private listDocuments(): void {
    this.listedAt = now();
    this.run(this.conversation.listDocuments());
  }

  /**
   * Draws in the next turn of the event loop, once for all changes until then. The job's next step starts
   * first.
   */
  private drawSoon(): void {
    if (this.pendingDraw) return;
    this.pendingDraw = setImmediate(() => {
      this.pendingDraw = undefined;
      this.refresh();
    });
  }

  private dispatch(event: PanelEvent): void {
    this.change(nextPanelState(this.state, event));
  }

  private change(next: PanelState): void {
    // An answer that comes after the end must not start a timer, which would keep the process alive.
    if (next === this.state || this.isClosed) return;
    if (next.screen === 'documents' && this.state.screen !== 'documents') this.listedAt = now();
    this.state = next;
    this.pictures.keepFor(this.conversation.person()?.panelSessionId ?? null);
    if (next.screen === 'documents') this.run(this.pictures.fetch(next.listing.documents));
    this.pollPairing();
    this.restartIdleTimer();
    this.refresh();
  }

  /** Restarts the screen's idle timer. There is no timer on the first screen and while the release prints. */
  private restartIdleTimer(): void {
    clearTimeout(this.idleTimer);
    const { screen } = this.state;
    if (screen === 'attract' || screen === 'printing') return;
    const timeoutMs = this.screenTimeoutMs();
    this.leavesAt = Date.now() + timeoutMs;
    this.idleTimer = setTimeout(() => this.run(this.conversation.goHome()), timeoutMs);
  }

  private screenTimeoutMs(): number {
    const { state } = this;
    if (state.screen === 'done') return this.timings.doneMs;
    // A user who waits with a phone in hand touches nothing.
    if (state.screen === 'pairing' && state.code) return Math.max(0, state.code.until - now());
    return this.idleMs;
  }

  /** Polls core while digits are shown, with at most one open question. */
  private pollPairing(): void {
    const { state } = this;
    clearInterval(this.pairTimer);
    if (state.screen !== 'pairing' || state.refused) return;
    let asking: Promise<void> | undefined;
    this.pairTimer = setInterval(() => {
      asking ??= this.conversation.pair(state.requestId).finally(() => (asking = undefined));
      this.run(asking);
    }, this.timings.pairingMs);
  }

  /**
   * Shows the last screen when core has settled every job, or `settleGraceMs` after the end of all jobs.
   */
  private finishWhenSettled(releaseId: string): void {
    const jobs = this.parts.journal.jobs.ofRelease(releaseId);
    if (!jobs.every((job) => isOver(job.step))) return;
    clearTimeout(this.settleGraceTimer);
    const finish = () => this.dispatch({ type: 'finished', releaseId });
    if (jobs.every((job) => job.step === 'settled')) finish();
    else this.settleGraceTimer = setTimeout(finish, this.timings.settleGraceMs);
  }

  private run(doing: Promise<void>): void {
    doing.catch((error: unknown) => {
      if (this.isClosed) return;
      const { printerId, log } = this.parts;
      log.warn({ printerId, err: error }, 'An action on the panel failed');
    });
  }
}
