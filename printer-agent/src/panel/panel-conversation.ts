import { randomUUID } from 'node:crypto';
import {
  mostJobsOfPress,
  type AgentRequest,
  type PanelListing,
  type PrinterReport,
} from '@sixpence/contracts/agent/gateway';
import type { PanelAction } from '@sixpence/contracts/agent/panel';
import type { RefusalCode } from '@sixpence/contracts/refusals';
import type { Journal } from '../journal/journal.js';
import type { Answered } from '../link/frames.js';
import type { GatewayLink } from '../link/gateway-link.js';
import type { Releases } from '../release/releases.js';
import { now } from '../job/clock.js';
import { mayScan, type PanelEvent, type PanelPerson, type PanelState } from './panel-state.js';

export interface PanelConversationParts {
  readonly printerId: string;
  readonly report: () => PrinterReport;
  readonly link: Pick<GatewayLink, 'askCore' | 'online'>;
  readonly journal: Journal;
  readonly releases: Pick<Releases, 'press' | 'abandon'>;
  /** Asks the printer whether it would accept the jobs of a release, while core still places the hold. */
  readonly validateAhead: (release: AgentRequest<'release'>) => void;
  /** Gives back the waiting jobs of a release after Home was pressed. */
  readonly leaveRelease: (releaseId: string) => void;
}

type Pressed = Omit<Extract<PanelAction, { action: 'print' }>, 'action'>;

/** The state of this conversation's panel. */
export interface Screen {
  readonly state: () => PanelState;
  readonly dispatch: (event: PanelEvent) => void;
}

/**
 * A panel's questions to core for its user. Ids are in the journal before core gets them. A typed code stays
 * in memory only, until core has answered.
 */
export class PanelConversation {
  private unansweredCode: { readonly code: string; readonly requestId: string } | undefined;

  constructor(
    private readonly parts: PanelConversationParts,
    private readonly screen: Screen,
  ) {}

  async login(typed: string): Promise<void> {
    const state = this.screen.state();
    if (state.screen !== 'keypad' || state.checking !== null) return;
    const { journal, printerId, link } = this.parts;
    const code = typed.replaceAll(/\s/g, '');
    const refusal = !/^\d{6}$/.test(code)
      ? 'code.malformed'
      : link.online
        ? undefined
        : 'service.unavailable';
    if (refusal) {
      this.screen.dispatch({ type: 'refused', about: null, refusal: { code: refusal } });
      return;
    }
    // Core may have redeemed a code although its answer was lost. If the user types it again, the same
    // request is repeated, and core repeats its answer.
    const requestId = this.unansweredCode?.code === code ? this.unansweredCode.requestId : randomUUID();
    this.unansweredCode = { code, requestId };
    this.screen.dispatch({ type: 'asked', requestId });
    try {
      journal.sessions.storeRequest({ requestId, printerId, askedAt: now() });
      const answer = await link.askCore('redeem', { requestId, printerId, code });
      this.unansweredCode = undefined;
      await this.openSession(requestId, answer);
    } catch (error) {
      this.refuseUnavailable(requestId);
      throw error;
    }
  }

  /** *Scan instead*: asks core for digits that the user enters on their own screen. */
  async scan(): Promise<void> {
    if (!mayScan(this.screen.state())) return;
    const { journal, printerId, link } = this.parts;
    if (!link.online) {
      this.screen.dispatch({ type: 'refused', about: null, refusal: { code: 'service.unavailable' } });
      return;
    }
    const requestId = randomUUID();
    this.screen.dispatch({ type: 'scanning', requestId });
    try {
      journal.sessions.storeRequest({ requestId, printerId, askedAt: now(), pairing: true });
    } catch (error) {
      this.refuseUnavailable(requestId);
      throw error;
    }
    await this.pair(requestId);
  }

  /**
   * Asks core for the digits of a request, or for the documents of the user who has entered them. Idempotent.
   */
  async pair(requestId: string): Promise<void> {
    const { link, printerId } = this.parts;
    const answer = await link.askCore('pair', { requestId, printerId });
    if (answer.status === 'refused') {
      await this.openSession(requestId, answer);
    } else if (answer.body.status === 'paired') {
      await this.openSession(requestId, { status: 'ok', body: answer.body.listing });
    } else {
      const { code: digits, secondsLeft } = answer.body;
      const code = { digits, until: now() + secondsLeft * 1_000 };
      this.screen.dispatch({ type: 'coded', requestId, code });
      // The user left while core was answering, so these digits must open nothing here.
      if (!this.isPairing(requestId)) await this.unpair(requestId);
    }
  }

  /** Handles core's notice that a user has entered the digits of a request. */
  async handlePaired(requestId: string): Promise<void> {
    if (this.isPairing(requestId)) await this.pair(requestId);
    else if (this.person()?.requestId !== requestId) await this.unpair(requestId);
  }

  /** Opens the keypad, from the pink button or back from the QR code. */
  async openKeypad(): Promise<void> {
    const state = this.screen.state();
    this.screen.dispatch({ type: 'begun' });
    if (state.screen === 'pairing') await this.unpair(state.requestId);
  }

  /**
   * Asks core after a restart for the result of a redemption. The box has stored the request's id, never its
   * code.
   */
  async resume(requestId: string, deadlineMs: number): Promise<void> {
    const answer = await this.parts.link.askCore('redeemed', { requestId }, deadlineMs);
    if (answer.status === 'ok') await this.openSession(requestId, answer);
    else this.sessionEnded(requestId);
  }

  /** Asks core again for documents, prices, and balance. */
  async listDocuments(): Promise<void> {
    const person = this.person();
    if (!person) return;
    const answer = await this.parts.link.askCore('list', { panelSessionId: person.panelSessionId });
    if (answer.status === 'ok') this.screen.dispatch({ type: 'listed', person, listing: answer.body });
    else if (answer.code === 'panel-session.ended') this.sessionEnded(person.requestId);
  }

  /** *Print more*: shows the documents again, or the keypad when the session has ended. */
  async more(): Promise<void> {
    this.screen.dispatch({ type: 'wanted-more' });
    try {
      await this.listDocuments();
    } catch (error) {
      this.screen.dispatch({ type: 'refused', about: null, refusal: { code: 'service.unavailable' } });
      throw error;
    }
    // Core may have ended the session while the pages were printed.
    this.screen.dispatch({ type: 'wanted-more' });
  }

  /**
   * Handles PRINT for the documents that the page showed. If the list has changed meanwhile, PRINT is
   * refused, and the user can press it again below the new list.
   */
  async print({ documentIds, copies = {}, totalMinor }: Pressed): Promise<void> {
    const state = this.screen.state();
    if (state.screen !== 'documents' || state.releasing !== null) return;
    const { link, report, releases, printerId } = this.parts;
    const chosen = state.listing.documents.filter((document) => documentIds.includes(document.documentId));
    const { mostCopies = 1 } = state.listing;
    const copiesOf = (document: PanelListing['documents'][number]) => copies[document.documentId] ?? 1;
    const allCopies = chosen.reduce((sum, document) => sum + copiesOf(document), 0);
    const price = chosen.reduce((sum, document) => sum + document.price.minor * copiesOf(document), 0);
    const isListed =
      chosen.length === new Set(documentIds).size &&
      allCopies <= mostJobsOfPress &&
      price === (totalMinor ?? price) &&
      Object.values(copies).every((each) => each <= mostCopies);
    let refusal: RefusalCode | undefined;
    if (!link.online) refusal = 'service.unavailable';
    else if (!report().accepting) refusal = 'printer.busy';
    else if (!isListed) refusal = 'quote.changed';
    if (refusal) {
      this.screen.dispatch({ type: 'refused', about: null, refusal: { code: refusal } });
      return;
    }
    const { requestId, panelSessionId } = state.person;
    const releaseId = randomUUID();
    const documents = chosen.map(({ documentId, revision, side, isColor, price }) => ({
      documentId,
      revision,
      side,
      isColor,
      quotedMinor: price.minor,
      ...(copies[documentId] !== undefined && { copies: copies[documentId] }),
    }));
    const question = { releaseId, panelSessionId, documents };
    const pressed = releases.press({ printerId, requestId, question });
    this.parts.validateAhead(question);
    this.screen.dispatch({ type: 'pressed', releaseId });
    // This fails before core was asked, or when the agent stops. Either way core holds nothing that this
    // panel should wait for.
    const answer = await pressed.catch((error: unknown) => {
      this.refuseUnavailable(releaseId);
      throw error;
    });
    if (answer.status === 'ok') return;
    this.screen.dispatch({ type: 'refused', about: releaseId, refusal: { code: answer.code } });
    if (answer.code === 'panel-session.ended') this.sessionEnded(requestId);
    else await this.listDocuments();
  }

  /** Ends the session, after Home or an idle timeout. A job that prints goes on. */
  async goHome(): Promise<void> {
    const state = this.screen.state();
    const person = this.person();
    if (state.screen === 'documents' && state.releasing) this.parts.releases.abandon(state.releasing);
    if (state.screen === 'printing') this.parts.leaveRelease(state.releaseId);
    this.screen.dispatch({ type: 'left' });
    if (state.screen === 'pairing') await this.unpair(state.requestId);
    if (person) await this.endSession(person);
  }

  /** Handles core's notice that the session has ended. */
  sessionEnded(requestId: string): void {
    this.parts.journal.sessions.endSession(requestId, now());
    this.screen.dispatch({ type: 'ended', requestId });
  }

  person(): PanelPerson | null {
    const state = this.screen.state();
    return 'person' in state ? state.person : null;
  }

  private isPairing(requestId: string): boolean {
    const state = this.screen.state();
    return state.screen === 'pairing' && state.requestId === requestId;
  }

  private async unpair(requestId: string): Promise<void> {
    this.parts.journal.sessions.endSession(requestId, now());
    await this.parts.link.askCore('unpair', { requestId });
  }

  private async openSession(requestId: string, answer: Answered<'redeem'>): Promise<void> {
    const { sessions } = this.parts.journal;
    if (answer.status === 'refused') {
      const { code, retryAfterSeconds } = answer;
      sessions.endSession(requestId, now());
      const refusal = { code, retryAfterSeconds };
      this.screen.dispatch({ type: 'refused', about: requestId, refusal });
      return;
    }
    const person = { requestId, panelSessionId: answer.body.panelSessionId };
    sessions.storeOpened(requestId, person.panelSessionId);
    this.screen.dispatch({ type: 'listed', person, listing: answer.body });
    // The user left while core was answering. The session ends, so that the next person does not find these
    // documents.
    if (this.person()?.requestId !== requestId) await this.endSession(person);
  }

  private refuseUnavailable(about: string): void {
    this.screen.dispatch({ type: 'refused', about, refusal: { code: 'service.unavailable' } });
  }

  private async endSession({ requestId, panelSessionId }: PanelPerson): Promise<void> {
    this.parts.journal.sessions.endSession(requestId, now());
    await this.parts.link.askCore('end-session', { panelSessionId });
  }
}
