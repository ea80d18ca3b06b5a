import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentJob, AgentPrinter, Settlement } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { Agent } from '../agent.js';
import { printLimits, type PrintLimits } from '../release/limits.js';
import type { FakePrinter } from '../ipp/testing/fake-printer.js';
import { speakIpp } from '../ipp/testing/speak-ipp.js';
import { ScriptedPrinter } from '../ipp/testing/scripted-printer.js';
import { aJob, aListing, aPrinter } from './builders.js';
import { PanelPage } from './panel-page.js';
import { ScriptedCore } from './scripted-core.js';
import { until } from './wait.js';

/** The print code that core accepts. The screen *Scan instead* shows the same digits. */
export const code = '471902';

/**
 * The whole agent at a site with one printer, `hall`, whose panel is open in one page. Core answers by
 * script: it lists one document of 15p, which the printer prints in three impressions.
 */
export class TestBox {
  readonly hall: AgentPrinter;
  agent!: Agent;
  page!: PanelPage;
  listing = aListing();
  jobs: AgentJob[] = [];
  /** True when a user has entered the digits of *Scan instead* on the site. */
  isPairingCodeEntered = false;
  pairingSecondsLeft = 120;
  readonly logged: string[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'sixpence-agent-'));

  private constructor(
    readonly printer: ScriptedPrinter,
    private readonly ippServer: FakePrinter,
    private readonly limits: PrintLimits,
    readonly core: ScriptedCore,
  ) {
    this.hall = aPrinter({ uri: ippServer.uri });
  }

  /** @param prepare may change the printer `hall` before the box asks core anything */
  static async start(
    limits: PrintLimits = printLimits,
    core = new ScriptedCore(),
    prepare: (hall: AgentPrinter) => void = () => undefined,
  ): Promise<TestBox> {
    const printer = new ScriptedPrinter();
    printer.pages = 3;
    const box = new TestBox(printer, await speakIpp(printer), limits, core);
    mkdirSync(join(box.folder, 'panel'));
    writeFileSync(join(box.folder, 'panel/index.html'), '<title>the panel</title>');
    box.core.printers = [box.hall];
    box.script();
    prepare(box.hall);
    await box.core.start();
    await box.startAgent();
    return box;
  }

  /** Resolves when core knows the printer and a page is open at its panel. */
  async startAgent(): Promise<void> {
    const log = pino({ level: 'trace' }, { write: (line: string) => void this.logged.push(line) });
    const config = {
      CORE_URL: this.core.url,
      AGENT_DATA_DIR: join(this.folder, 'data'),
      AGENT_INVITE: 'invite',
      HOST: '127.0.0.1',
      AGENT_PORT: 0,
      AGENT_LAN_HOST: '',
      AGENT_LAN_PORT: 0,
      TLS_CERT_FILE: '',
      TLS_KEY_FILE: '',
      PANEL_DIR: join(this.folder, 'panel'),
      LOG_LEVEL: 'trace',
    } as const;
    this.agent = await Agent.start(config, log, new AbortController().signal, this.limits);
    await until(() => this.core.names().includes('printer'));
    this.page = await PanelPage.open(this.agent.port, 'hall');
  }

  async stopAgent(): Promise<void> {
    this.page.close();
    await this.agent.stop();
  }

  async stop(): Promise<void> {
    await this.stopAgent();
    await this.core.stop();
    await this.ippServer.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** The content of the box's files, each as text. */
  storedTexts(): string[] {
    const data = join(this.folder, 'data');
    return readdirSync(data).map((name) => readFileSync(join(data, name), 'latin1'));
  }

  /** Writes a file of the built panel; undefined removes it. */
  writePanelFile(name: string, content: string | undefined): void {
    const path = join(this.folder, 'panel', name);
    if (content === undefined) rmSync(path);
    else writeFileSync(path, content);
  }

  async showKeypad(): Promise<void> {
    await this.page.shows('attract', (view) => view.printer.online);
    this.page.press({ action: 'begin' });
    await this.page.shows('keypad');
  }

  async logIn(): Promise<void> {
    await this.showKeypad();
    this.page.press({ action: 'login', code });
    await this.page.shows('documents');
  }

  documentIds(): string[] {
    return this.listing.documents.map((document) => document.documentId);
  }

  private script(): void {
    this.core.script = {
      printer: () => ({ status: 'ok', body: {} }),
      progress: () => ({ status: 'ok', body: {} }),
      'end-session': () => ({ status: 'ok', body: {} }),
      redeem: (body) =>
        body.code === code
          ? { status: 'ok', body: this.listing }
          : { status: 'refused', code: 'code.wrong', message: 'wrong' },
      redeemed: () => ({ status: 'ok', body: this.listing }),
      pair: () =>
        this.isPairingCodeEntered
          ? { status: 'ok', body: { status: 'paired', listing: this.listing } }
          : { status: 'ok', body: { status: 'waiting', code, secondsLeft: this.pairingSecondsLeft } },
      'pair-device': ({ code: link }) =>
        link === 'link'
          ? { status: 'ok', body: {} }
          : { status: 'refused', code: 'panel-link.wrong', message: 'wrong' },
      unpair: () => ({ status: 'ok', body: {} }),
      list: () => ({ status: 'ok', body: this.listing }),
      release: (question) => {
        if (this.jobs.length === 0) this.jobs = [aJob({ printerId: this.hall.id, question })];
        return { status: 'ok', body: { jobs: this.jobs, available: { minor: 985, currency: 'GBP' } } };
      },
      job: ({ jobId }) => ({ status: 'ok', body: this.job(jobId) }),
      settle: ({ jobId, impressions }) => ({ status: 'ok', body: settled(this.job(jobId), impressions) }),
    };
  }

  private job(jobId: string): AgentJob {
    const found = this.jobs.find((job) => job.jobId === jobId);
    if (!found) throw new Error(`Core has not held the job ${jobId}`);
    return found;
  }
}

function settled(job: AgentJob, impressions: number): Settlement {
  const captured = { minor: impressions * 5, currency: 'GBP' } as const;
  const returned = { minor: job.held.minor - captured.minor, currency: 'GBP' } as const;
  const short = impressions === 0 ? 'canceled' : 'partial';
  const state = impressions === job.pages ? 'completed' : short;
  return {
    jobId: job.jobId,
    state,
    impressions,
    captured,
    returned,
    available: { minor: 985, currency: 'GBP' },
  };
}
