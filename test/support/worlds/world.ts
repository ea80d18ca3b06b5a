import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import { makeDemo, panelLink, type Demo } from '@sixpence/sandbox/services/demo';
import { providerNames } from '@sixpence/contracts/provider-names';
import { IdentityProviders } from '@sixpence/sandbox/identity/identity-providers';
import { DnsServer } from '@sixpence/sandbox/dns/dns-server';
import { Mailbox } from '@sixpence/sandbox/mailbox/mailbox';
import { NatsServer } from '@sixpence/sandbox/nats/server';
import type { VirtualPrinter } from '@sixpence/sandbox/printers/virtual-printer';
import { jsonOf } from '@sixpence/sandbox/services/operator';
import {
  agentService,
  converterService,
  coreService,
  intakeService,
  isOnline,
  type Service,
} from '@sixpence/sandbox/services/service-commands';
import { toolPath } from '@sixpence/sandbox/tools';
import type { QueryResultRow } from 'pg';
import { smallConverter, withoutOffice } from './converter-process.js';
import { connected, createDatabase, type TestDatabase } from '../core/database.js';
import { eventually } from '../eventually.js';
import { freePort } from '../free-port.js';
import { Person } from '../builders/person.js';
import { TestPrinters } from '../peers/printers.js';
import type { SlowLink } from './slow-link.js';
import { ServiceProcess } from './service-process.js';

/**
 * The optional parts of a world, besides core, its database, and its NATS server. Without `office` its
 * converters have no LibreOffice.
 */
export type WorldPart = 'converter' | 'office' | 'agent' | 'printers' | 'mailbox' | 'identity' | 'intake';

export const TO_PRINT: readonly WorldPart[] = ['converter', 'agent', 'printers'];

export interface WorldOptions {
  /** The parts that this test needs; by default those for printing. */
  readonly parts?: readonly WorldPart[];
  /** Slugs of the demo site's virtual printers; by default `hall` alone. */
  readonly printers?: readonly string[];
  /** The program that runs for each job in those printers; by default our engine. */
  readonly engine?: string;
  readonly cores?: number;
  readonly converters?: number;
  /** Variables of every core and the operator that override the usual ones, such as those of a bucket. */
  readonly coreEnvironment?: Readonly<Record<string, string>>;
  /** Additional variables of the agent. */
  readonly agentEnvironment?: Readonly<Record<string, string>>;
  /** The link from the agent to core; by default it is direct. */
  readonly agentLink?: SlowLink;
  /** Additional variables of the converters. */
  readonly converterEnvironment?: Readonly<Record<string, string>>;
  /** Additional variables of the intake. */
  readonly intakeEnvironment?: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts the real service for one test file. Call `await world.stop()` afterwards. A failed start leaves
 * nothing running.
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  // Ends the parts in reverse order, each one even if another fails.
  const started = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'sixpence-world-'));
    started.defer(() => rmSync(folder, { recursive: true, force: true }));
    const database = await createDatabase();
    started.defer(() => database.drop());
    const nats = await NatsServer.start({
      folder: join(folder, 'nats'),
      port: await freePort(),
      logFile: join(folder, 'nats.log'),
    });
    started.defer(() => nats.discard());
    const world = new World(folder, { database, nats, started });
    await world.start(options);
    return world;
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

interface Ground {
  readonly database: TestDatabase;
  readonly nats: NatsServer;
  /** Ends everything that was started. */
  readonly started: AsyncDisposableStack;
}

/**
 * The service as real processes on free ports, with its own database, NATS server, and folders, and the parts
 * that a test names. A test can kill, restart, and read each process.
 */
export class World {
  readonly cores: ServiceProcess[] = [];
  readonly converters: ServiceProcess[] = [];
  private agentProcess: ServiceProcess | undefined;
  private intakeProcess: ServiceProcess | undefined;
  /** The intake's port, if this world has an intake. */
  mailPort = 0;
  private startedMailbox: Mailbox | undefined;
  private startedIdentity: IdentityProviders | undefined;
  private readonly printersBySlug = new Map<string, VirtualPrinter>();
  private readonly coreUrls: string[] = [];
  private environment: Environment = {};
  private agentUrl = '';
  private demoData: Demo | undefined;

  constructor(
    /** Contains every file that this world's processes write, temporary files included. */
    readonly folder: string,
    private readonly ground: Ground,
  ) {}

  async start(options: WorldOptions): Promise<void> {
    const { parts = TO_PRINT, printers = ['hall'], cores = 1, converters = 1 } = options;
    if (parts.includes('printers')) await this.startPrinters(printers, options.engine);
    this.environment = { ...this.secretsAndFolders(), ...options.coreEnvironment };
    if (parts.includes('mailbox')) await this.startMailbox();
    if (parts.includes('identity')) await this.startIdentityProviders();
    for (let number = 1; number <= cores; number += 1) await this.startCore(number);
    const uris = [...this.printersBySlug].map(([slug, printer]) => [slug, printer.uri] as const);
    this.demoData = await makeDemo(Object.fromEntries(uris), this.environment);
    if (parts.includes('converter')) {
      for (let number = 1; number <= converters; number += 1)
        await this.startConverter(number, {
          ...(parts.includes('office') ? {} : withoutOffice),
          ...options.converterEnvironment,
        });
    }
    if (parts.includes('intake')) await this.startIntake(options.intakeEnvironment);
    options.agentLink?.leadTo(this.url);
    const viaLink = options.agentLink && { CORE_URL: options.agentLink.url };
    if (parts.includes('agent')) await this.startAgent({ ...viaLink, ...options.agentEnvironment });
  }

  get database(): TestDatabase {
    return this.ground.database;
  }

  get nats(): NatsServer {
    return this.ground.nats;
  }

  /** The site's address for users: `http://localhost:<port>` of the first core. */
  get url(): string {
    return this.coreUrl(0);
  }

  /** The address of one core, counted from 0. */
  coreUrl(index: number): string {
    const url = this.coreUrls[index];
    if (url === undefined)
      throw new Error(`This world has ${this.coreUrls.length} core(s), none with index ${index}.`);
    return url;
  }

  /** The link to a printer's panel. It pairs the browser that opens it. */
  panelUrl(slug: string): string {
    const printer = this.demo.printers.find((each) => each.slug === slug);
    if (!printer) throw new Error(`This world has no panel "${slug}".`);
    return panelLink(this.agentUrl, printer);
  }

  /** The process of this world's NATS server. */
  get natsPid(): number {
    return this.ground.nats.child.pid;
  }

  get agent(): ServiceProcess {
    if (this.agentProcess === undefined) throw new Error('This world was started without an agent.');
    return this.agentProcess;
  }

  get intake(): ServiceProcess {
    if (this.intakeProcess === undefined) throw new Error('This world was started without an intake.');
    return this.intakeProcess;
  }

  /** Receives all mail of this world. */
  get mailbox(): Mailbox {
    if (this.startedMailbox === undefined) throw new Error('This world was started without a mailbox.');
    return this.startedMailbox;
  }

  /** The identity providers of this world. */
  get identity(): IdentityProviders {
    if (this.startedIdentity === undefined) throw new Error('This world was started without providers.');
    return this.startedIdentity;
  }

  get demo(): Demo {
    if (this.demoData === undefined) throw new Error('This world has not been started.');
    return this.demoData;
  }

  printer(slug = 'hall'): VirtualPrinter {
    const printer = this.printersBySlug.get(slug);
    if (printer === undefined) throw new Error(`This world has no printer "${slug}".`);
    return printer;
  }

  printers(): VirtualPrinter[] {
    return [...this.printersBySlug.values()];
  }

  /** The JSON answer of an operator's command that must succeed. */
  async askOperator(...args: string[]): Promise<unknown> {
    // Imported late, because most worlds do not need this code, which includes core's.
    const { operatedWith } = await import('./operated.js');
    return jsonOf(args, await operatedWith([...args, '--json'], this.environment));
  }

  /** Rows straight from the database: the truth, for assertions only. */
  async query<Row extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return connected(this.database.superuserUrl, async (client) => {
      return (await client.query<Row>(sql, values)).rows;
    });
  }

  /** Signs a user in by the API at one of the cores; by default the demo user. */
  signIn(account: { email: string; password: string } = this.demo.user, core = 0): Promise<Person> {
    return Person.signIn(this.coreUrl(core), account, this.url);
  }

  /** The output of every process, for the message of a failing test. */
  logs(): string {
    const processes = {
      core: this.cores,
      converter: this.converters,
      agent: [this.agentProcess].filter((p) => p != null),
    };
    return Object.entries(processes)
      .flatMap(([name, list]) => list.map((process) => `--- ${name}\n${process.log()}`))
      .join('\n');
  }

  async stop(): Promise<void> {
    await this.ground.started.disposeAsync();
  }

  private async run(service: Service): Promise<ServiceProcess> {
    const process = await ServiceProcess.start(service);
    this.ground.started.defer(async () => {
      await process.stop();
    });
    return process;
  }

  private secretsAndFolders(): Environment {
    mkdirSync(this.temporaryFolder);
    return {
      TMPDIR: this.temporaryFolder,
      DATABASE_URL: this.database.url,
      DATABASE_OWNER_URL: this.database.ownerUrl,
      ...this.ground.nats.variablesOf('core'),
      STORAGE_DIR: join(this.folder, 'storage'),
      KEY_STORE_DIR: join(this.folder, 'keys'),
      MASTER_KEY: randomBytes(32).toString('base64'),
      SECRET_KEY: randomBytes(32).toString('base64'),
      SERVICE_TOKEN: randomBytes(32).toString('hex'),
      INTAKE_TOKEN: randomBytes(32).toString('hex'),
      METRICS_PORT: '0',
    };
  }

  private async startPrinters(slugs: readonly string[], engine?: string): Promise<void> {
    const printers = await TestPrinters.start();
    this.ground.started.defer(() => printers.stop());
    const abilities = engine === undefined ? {} : { engine };
    for (const slug of slugs) this.printersBySlug.set(slug, await printers.add(slug, abilities));
  }

  private async startMailbox(): Promise<void> {
    const ports = { smtpPort: await freePort(), port: await freePort() };
    const mailbox = await Mailbox.start({ ...ports, logFile: this.logFile('mailbox') });
    this.ground.started.defer(() => mailbox.stop());
    this.startedMailbox = mailbox;
    this.environment = { ...this.environment, MAIL_URL: mailbox.mailUrl };
  }

  private async startIdentityProviders(): Promise<void> {
    const options = { port: await freePort(), folder: join(this.folder, 'identity') };
    const providers = await IdentityProviders.start({ ...options, logFile: this.logFile('identity') });
    this.ground.started.defer(() => providers.stop());
    this.startedIdentity = providers;
    this.environment = { ...this.environment, ...providers.variablesFor(providerNames) };
  }

  /** All cores share one public address, as behind a proxy: that of the first. */
  private async startCore(number: number): Promise<void> {
    const port = await freePort();
    this.coreUrls.push(`http://localhost:${port}`);
    this.environment = { ...this.environment, PUBLIC_URL: this.url };
    const environment = { ...this.environment, PORT: String(port) };
    const name = `core-${number}`;
    this.cores.push(await this.run(coreService({ name, environment, logFile: this.logFile(name) })));
  }

  private async startConverter(number: number, more: Environment): Promise<void> {
    const { SERVICE_TOKEN = '' } = this.environment;
    const environment = {
      ...this.ground.nats.variablesOf('converter'),
      SERVICE_TOKEN,
      CORE_URL: this.url,
      QPDF: toolPath('qpdf'),
      ...smallConverter,
      ...more,
      TMPDIR: this.temporaryFolder,
    };
    const name = `converter-${number}`;
    const service = converterService({ name, environment, logFile: this.logFile(name) });
    this.converters.push(await this.run(service));
  }

  private async startIntake(more: Environment = {}): Promise<void> {
    const dns = await DnsServer.start({ port: await freePort(), logFile: this.logFile('dns') });
    this.ground.started.defer(() => dns.stop());
    this.mailPort = await freePort();
    const { INTAKE_TOKEN = '' } = this.environment;
    const environment = {
      INTAKE_TOKEN,
      CORE_URL: this.url,
      PUBLIC_URL: this.url,
      DNS_SERVERS: dns.address,
      INTAKE_PORT: String(this.mailPort),
      TMPDIR: this.temporaryFolder,
      ...more,
    };
    const service = intakeService({ name: 'intake', environment, logFile: this.logFile('intake') });
    this.intakeProcess = await this.run(service);
  }

  private async startAgent(more: Environment = {}): Promise<void> {
    const port = await freePort();
    this.agentUrl = `http://localhost:${port}`;
    const environment = {
      TMPDIR: this.temporaryFolder,
      CORE_URL: this.url,
      AGENT_DATA_DIR: join(this.folder, 'agent'),
      AGENT_PORT: String(port),
      PANEL_DIR: join(checkout, 'printer-agent/panel/dist'),
      ...(this.demo.invite === null ? {} : { AGENT_INVITE: this.demo.invite }),
      ...more,
    };
    const service = agentService({ name: 'agent', environment, logFile: this.logFile('agent') });
    this.agentProcess = await this.run(service);
    await eventually(() => isOnline(this.agentUrl), { what: 'the agent to reach core' });
  }

  private get temporaryFolder(): string {
    return join(this.folder, 'temporary');
  }

  private logFile(name: string): string {
    return join(this.folder, `${name}.log`);
  }
}
