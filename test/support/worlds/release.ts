import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import type { AgentAnswer, AgentRequest, PanelListing } from '@sixpence/contracts/agent/gateway';
import type { Side } from '@sixpence/contracts/http/documents';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import type { Currency } from '@sixpence/contracts/currencies';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import type { Breach } from '@sixpence/core/money/ledger/rules.query';
import { JobVerifier } from '@sixpence/core/jobs/views/job-verifier.query';
import { JobsService } from '@sixpence/core/jobs/jobs.service';
import { OpenJobs } from '@sixpence/core/jobs/views/open-jobs.query';
import { ListingsService } from '@sixpence/core/panels/listings.service';
import { CodeSpaceService } from '@sixpence/core/codes/code-space.service';
import { PairingsService } from '@sixpence/core/panels/pairings.service';
import { PanelSessionsService } from '@sixpence/core/panels/panel-sessions.service';
import { PrintCodesService } from '@sixpence/core/codes/print-codes.service';
import { ReleasesService } from '@sixpence/core/panels/releases.service';
import { SweeperService } from '@sixpence/core/panels/sweeper.service';
import { sessionCookie } from '@sixpence/core/people/sessions/session-token';
import { SessionsService } from '@sixpence/core/people/sessions/sessions.service';
import type { SignedIn } from '@sixpence/core/people/sessions/signed-in';
import { AgentsService } from '@sixpence/core/sites/agents.service';
import { PricesService } from '@sixpence/core/sites/prices.service';
import { PrintersService } from '@sixpence/core/sites/printers.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { money } from '@sixpence/money/money';
import { StatementVerifier } from '@sixpence/core/money/statement/views/statement-verifier.query';
import { CoreApp } from '../core/core-app.js';
import type { Patience } from '../core/database.js';
import { aUser } from '../builders/ledger.js';

/** A box at a site, with its signing key. */
export interface TestAgent {
  id: string;
  privateKey: KeyObject;
}

/** One site with its printers and their agent. */
export interface TestSite {
  id: string;
  agent: TestAgent;
  /** Ids by slug. */
  printers: Record<string, string>;
}

/** Core with the services of a release, called directly. The sockets have their own tests. */
export class ReleaseWorld implements AsyncDisposable {
  readonly codes: PrintCodesService;
  readonly space: CodeSpaceService;
  readonly pairings: PairingsService;
  readonly sessions: PanelSessionsService;
  readonly listings: ListingsService;
  readonly releases: ReleasesService;
  readonly jobs: JobsService;
  readonly openJobs: OpenJobs;
  readonly sweeper: SweeperService;
  readonly credits: CreditsService;
  readonly prices: PricesService;
  readonly agents: AgentsService;
  readonly printers: PrintersService;

  private constructor(readonly core: CoreApp) {
    const { app } = core;
    this.codes = app.get(PrintCodesService);
    this.space = app.get(CodeSpaceService);
    this.pairings = app.get(PairingsService);
    this.sessions = app.get(PanelSessionsService);
    this.listings = app.get(ListingsService);
    this.releases = app.get(ReleasesService);
    this.jobs = app.get(JobsService);
    this.openJobs = app.get(OpenJobs);
    this.sweeper = app.get(SweeperService);
    this.credits = app.get(CreditsService);
    this.prices = app.get(PricesService);
    this.agents = app.get(AgentsService);
    this.printers = app.get(PrintersService);
  }

  /** `environment` and `patience`: see `CoreApp`. */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    patience?: Patience,
  ): Promise<ReleaseWorld> {
    return new ReleaseWorld(await CoreApp.start(environment, patience));
  }

  get database() {
    return this.core.database;
  }

  /**
   * A site with the demo's prices (5p/20p one-sided, 4p/16p two-sided), two printers, and an enrolled agent.
   */
  async aSite(options: { currency?: Currency; slugs?: string[] } = {}): Promise<TestSite> {
    const { currency = 'GBP', slugs = ['hall', 'library'] } = options;
    const name = `site ${randomUUID()}`;
    const sites = this.core.app.get(SitesService);
    const { name: organisation } = await sites.addOrganisation('Tests');
    const site = await sites.addSite({ organisation, name, currency, timeZone: 'Europe/London' });
    await this.setPrices(site.id, currency);
    const printers: Record<string, string> = {};
    for (const slug of slugs) {
      const uri = `ipp://localhost/${slug}`;
      printers[slug] = (await this.printers.put({ siteId: site.id, slug, name: slug, uri })).id;
    }
    return { id: site.id, agent: await this.anAgent(site.id), printers };
  }

  async setPrices(siteId: string, currency: Currency = 'GBP', monoOneSided = 5): Promise<void> {
    const of = (minor: number) => money(minor, currency);
    await this.prices.set(siteId, {
      mono: { '1-Sided': of(monoOneSided), '2-Sided': of(4) },
      color: { '1-Sided': of(20), '2-Sided': of(16) },
    });
  }

  async anAgent(siteId: string): Promise<TestAgent> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { agentId } = await this.agents.enrol({
      inviteCode: await this.agents.invite(siteId),
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    });
    return { id: agentId, privateKey };
  }

  /**
   * A user with a balance such as `1.00`.
   * @returns the user's id
   */
  async aPerson(balance = '10.00', currency: Currency = 'GBP'): Promise<string> {
    return aUser({ database: this.database, credits: this.credits }, { balance, currency });
  }

  async lockOut(ownerId: string): Promise<void> {
    await this.database.query('UPDATE users SET locked_at = app_now() WHERE id = $1', [ownerId]);
  }

  /** A document that is ready to print, without real bytes. */
  async aDocument(
    ownerId: string,
    options: { pages?: number; colorPages?: number[]; side?: Side; isColor?: boolean } = {},
  ): Promise<string> {
    const { pages = 3, colorPages = [], side = '1-Sided', isColor = false } = options;
    const facts = Array.from({ length: pages }, (_, index) => ({
      widthPoints: 595,
      heightPoints: 842,
      hasColor: colorPages.includes(index + 1),
      isBlank: false,
    }));
    const [row]: { id: string }[] = await this.database.query(
      `INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
       VALUES ($1, 'essay.pdf', $2, $3, app_now() + interval '72 hours') RETURNING id`,
      [ownerId, side, isColor],
    );
    await this.database.query(
      `INSERT INTO document_revisions (document_id, revision, state, media_type, page_count, pages,
        conversion_id)
       VALUES ($1, 1, 'ready', 'application/pdf', $2, $3, gen_random_uuid())`,
      [row!.id, pages, JSON.stringify(facts)],
    );
    return row!.id;
  }

  /** LOGIN at a panel. */
  async redeem(site: TestSite, code: string, slug = 'hall', requestId = randomUUID()): Promise<PanelListing> {
    const request = { requestId, printerId: site.printers[slug]!, code };
    const session = await this.sessions.redeem(site.agent.id, request);
    return this.listings.listing(site.agent.id, session);
  }

  /** A print code, requested in a browser where the user is signed in. */
  async issue(ownerId: string): Promise<CreateCodeAnswer> {
    return this.codes.issue(await this.aBrowserOf(ownerId));
  }

  /** A browser in which the user is signed in. */
  async aBrowserOf(ownerId: string): Promise<SignedIn> {
    const sessions = this.core.app.get(SessionsService);
    const token = await sessions.beginSession(ownerId);
    return (await sessions.personFromCookies(sessionCookie(this.core.config.PUBLIC_URL, token, 60)))!;
  }

  /**
   * *Scan instead* at a panel.
   * @returns the shown digits
   */
  async showCode(site: TestSite, slug = 'hall', requestId = randomUUID()): Promise<string> {
    const answer = await this.pairings.pair(site.agent.id, { requestId, printerId: site.printers[slug]! });
    if (!('waiting' in answer)) throw new Error('This request has opened a session already');
    return answer.waiting.code;
  }

  /** Issues a new code and types it at once. */
  async logIn(site: TestSite, ownerId: string, slug = 'hall'): Promise<PanelListing> {
    return this.redeem(site, (await this.issue(ownerId)).code, slug);
  }

  /** PRINT at a panel, for the whole list or for the named documents. */
  async print(
    site: TestSite,
    listing: PanelListing,
    options: { releaseId?: string; documents?: PanelListing['documents'] } = {},
  ): Promise<AgentAnswer<'release'>> {
    return this.releases.release(site.agent.id, {
      releaseId: options.releaseId ?? randomUUID(),
      panelSessionId: listing.panelSessionId,
      documents: agreedTo(options.documents ?? listing.documents),
    });
  }

  /** A user at the hall's panel of a new site, with one document of plain pages: by default three for 15p. */
  async atThePanel({ balance = '1.00', pages = 3 } = {}) {
    const site = await this.aSite();
    const owner = await this.aPerson(balance);
    const documentId = await this.aDocument(owner, { pages });
    return { site, owner, documentId, listing: await this.logIn(site, owner) };
  }

  /** The print state of a document. */
  async printedOf(documentId: string) {
    const [document]: { printed_at: Date | null; open_jobs: number }[] = await this.database.query(
      'SELECT printed_at, open_jobs FROM documents WHERE id = $1',
      [documentId],
    );
    return document;
  }

  /** All breaches of the invariants in the present state. */
  async breaches(): Promise<Breach[]> {
    const audits = [
      this.core.app.get(LedgerVerifier),
      this.core.app.get(JobVerifier),
      this.core.app.get(StatementVerifier),
    ];
    return (await Promise.all(audits.map((audit) => audit.breaches()))).flat();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.core[Symbol.asyncDispose]();
  }
}

/** The documents and prices that a user accepts when pressing PRINT for this list. */
export function agreedTo(documents: PanelListing['documents']): AgentRequest<'release'>['documents'] {
  return documents.map(({ documentId, revision, side, isColor, price }) => ({
    documentId,
    revision,
    side,
    isColor,
    quotedMinor: price.minor,
  }));
}
