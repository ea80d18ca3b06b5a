import { join } from 'node:path';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import type { AgentConfig } from './config.js';
import { enrol } from './identity/enrol.js';
import { Identity } from './identity/identity.js';
import { now } from './job/clock.js';
import type { Journal } from './journal/journal.js';
import type { SiteFacts } from './journal/site-book.js';
import { GatewayLink, type Notice } from './link/gateway-link.js';
import { Devices } from './panel/devices.js';
import { lanAddress, localAddress } from './panel/panel-address.js';
import { PanelServer } from './panel/panel-server.js';
import { Stations } from './stations/stations.js';
import { JobSource } from './release/job-source.js';
import { printLimits, type PrintLimits } from './release/limits.js';
import { PrintReports } from './release/print-reports.js';
import { Reconciliation } from './release/reconciliation.js';
import { Releases } from './release/releases.js';
import { Reporter } from './release/reporter.js';
import { writableJournal } from './writable-journal.js';

const version = '0.2.0';
/** The journal keeps settled jobs for this long, because people at the site ask about them. */
const retentionMs = 7 * 24 * 60 * 60 * 1_000;
const pruneMs = 60 * 60 * 1_000;
/** At this interval the journal retries the writes that the disk refused. */
const catchUpMs = 5_000;

const unknownSite: SiteFacts = {
  site: '',
  printers: [],
  stallSeconds: lifeSeconds.stall,
  idleSeconds: lifeSeconds.panelIdle,
  publicUrl: 'http://localhost:3000',
};

/** The box at a site: one link to core, one journal, and a queue and a panel for each of its printers. */
export class Agent {
  private readonly reporter: Reporter;
  private readonly releases: Releases;
  private readonly printReports: PrintReports;
  private readonly stations: Stations;
  private readonly server: PanelServer;
  /** Serves screens in the site's network; undefined unless `AGENT_LAN_HOST` is configured. */
  private readonly lanServer: PanelServer | undefined;
  private site: SiteFacts;
  /** Resolves when the last list of printers is applied. The next list waits for it. */
  private updating: Promise<void> = Promise.resolve();
  private readonly pruning: NodeJS.Timeout;
  private readonly catchingUp: NodeJS.Timeout;

  private constructor(
    private readonly journal: Journal,
    private readonly link: GatewayLink,
    config: AgentConfig,
    private readonly log: Logger,
    limits: PrintLimits,
  ) {
    this.site = journal.site.readSite() ?? unknownSite;
    const source = new JobSource(link, config.CORE_URL);
    const site = () => this.site;
    this.reporter = new Reporter(journal.jobs, link, log);
    this.printReports = new PrintReports(journal.printReports, link, log);
    this.releases = new Releases({
      journal,
      link,
      source,
      log,
      isIdle: (printerId) => this.stations.byId(printerId)?.queue.isBusy === false,
      limits,
    });
    this.stations = new Stations({
      journal,
      link,
      source,
      site,
      log,
      limits,
      releases: this.releases,
      printReports: this.printReports,
      coreUrl: config.CORE_URL,
    });
    const panels = {
      panelEntries: this.stations,
      devices: new Devices(journal.devices, link),
      site: () => this.site.site,
      isOnline: () => link.online,
      panelDir: config.PANEL_DIR,
      log,
    };
    this.server = new PanelServer(panels, localAddress(config));
    const network = lanAddress(config);
    this.lanServer = network && new PanelServer(panels, network);
    this.pruning = setInterval(() => journal.prune(now() - retentionMs), pruneMs);
    this.catchingUp = setInterval(() => journal.jobs.catchUp(), catchUpMs);
    this.listen();
  }

  /**
   * Starts the box. Without core it runs on the facts in its journal. It waits for a disk that takes writes.
   * A box without an enrolment first redeems `AGENT_INVITE`, and waits until core answers.
   * @throws EnrolmentRefused; or Error when there is neither an enrolment nor an invite, when another agent
   * has the data folder open, or when a port is taken
   */
  static async start(
    config: AgentConfig,
    log: Logger,
    signal: AbortSignal,
    limits = printLimits,
  ): Promise<Agent> {
    const identity = new Identity(config.AGENT_DATA_DIR);
    const agentId = identity.agentId ?? (await enrolBox(identity, config, signal));
    const addresses = [localAddress(config), lanAddress(config)].filter((address) => address !== undefined);
    const path = join(config.AGENT_DATA_DIR, 'journal.db');
    const journal = await writableJournal(path, { addresses, log, signal });
    const credentials = { agentId, prove: (nonce: string) => identity.prove(agentId, nonce) };
    const link = new GatewayLink({ coreUrl: config.CORE_URL, credentials, version, log });
    const agent = new Agent(journal, link, config, log, limits);
    await agent.stations.update(agent.site.printers);
    agent.reporter.start();
    await agent.server.listen();
    await agent.lanServer?.listen();
    link.start();
    return agent;
  }

  get port(): number {
    return this.server.port;
  }

  /** The port in the site's network. */
  get lanPort(): number | undefined {
    return this.lanServer?.port;
  }

  /** True when no printer has an open job. */
  get isIdle(): boolean {
    return this.stations.all().every(({ queue }) => !queue.isBusy);
  }

  /** Stops without finishing open jobs. The next start resumes them from the journal. */
  async stop(): Promise<void> {
    clearInterval(this.pruning);
    clearInterval(this.catchingUp);
    await this.server.close();
    await this.lanServer?.close();
    await this.updating;
    await this.stations.close();
    this.reporter.stop();
    this.releases.stop();
    this.printReports.stop();
    this.link.stop();
    this.journal.jobs.catchUp();
    this.journal.close();
  }

  private listen(): void {
    const { link, journal, stations, releases, log } = this;
    journal.on('unwritten', (error) => {
      log.error({ err: error }, 'The journal cannot be written; look at the disk of this box');
    });
    const reconciliation = new Reconciliation(journal, link, log);
    link.on('welcome', ({ site, printers, stallSeconds, idleSeconds, publicUrl, openJobs = [] }) => {
      this.learn({ site, printers, stallSeconds, idleSeconds, publicUrl });
      reconciliation.compare(openJobs);
    });
    link.on('notice', (notice) => this.hearNotice(notice));
    link.on('online', (online) => {
      if (online) {
        releases.recover();
        void this.printReports.recover();
      }
      for (const station of stations.all()) {
        station.reportToCore();
        station.panel.refresh();
      }
    });
    releases.on('held', ({ releaseId, printerId, begun }) => {
      const station = stations.byId(printerId);
      station?.queue.wake(begun);
      station?.panel.showRelease(releaseId);
    });
    journal.jobs.on('changed', (job) => {
      stations.byId(job.printerId)?.jobChanged(job);
    });
  }

  private hearNotice(notice: Notice): void {
    if (notice.name === 'printers') this.learn({ ...this.site, printers: notice.printers });
    else for (const station of this.stations.all()) station.panel.hearNotice(notice);
  }

  private learn(site: SiteFacts): void {
    if (JSON.stringify(site) !== JSON.stringify(this.site)) this.journal.site.storeSite(site);
    this.site = site;
    this.updating = this.updating
      .then(() => this.stations.update(site.printers))
      .then(() => {
        for (const server of [this.server, this.lanServer]) server?.closeUnpairedPages();
      })
      .catch((error: unknown) =>
        this.log.error({ err: error }, 'The agent could not apply the list of printers from core'),
      );
  }
}

async function enrolBox(identity: Identity, config: AgentConfig, signal: AbortSignal): Promise<string> {
  if (!config.AGENT_INVITE) {
    throw new Error(
      'This box is not enrolled: set AGENT_INVITE to the one-time code of `npm run operator -- agent invite`',
    );
  }
  const { publicKey } = identity;
  const answer = await enrol(
    { coreUrl: config.CORE_URL, inviteCode: config.AGENT_INVITE, publicKey },
    signal,
  );
  identity.keepEnrolment(answer);
  return answer.agentId;
}
