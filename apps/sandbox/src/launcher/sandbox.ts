import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NatsServer } from '../nats/server.js';
import { PostgresServer, SANDBOX_DATABASE } from '../postgres/server.js';
import { MessageBus } from '../printers/message-bus.js';
import { VirtualPrinter } from '../printers/virtual-printer.js';
import { Child } from '../processes/child.js';
import { untilReady } from '../processes/ready.js';
import type { Supervisor } from '../processes/supervisor.js';
import {
  agentService,
  converterService,
  coreService,
  isOnline,
  type Service,
} from '../services/service-commands.js';
import { findTool } from '../tools.js';
import { publishPages } from './data-folder.js';
import { makeDemo, type Demo } from './demo.js';
import { agentEnvironment, converterEnvironment, coreEnvironment, type Backends } from './environments.js';
import { writeEnvironmentFile } from './environment-file.js';
import { note, step } from './progress.js';
import { loadSecrets, type Secrets } from './secrets.js';
import type { Settings } from './settings.js';

const ONLINE_WITHIN_MS = 15_000;

/** The whole service on one machine, part by part, each as soon as what it needs is there. */
export class Sandbox {
  private readonly secrets: Secrets;

  constructor(
    private readonly settings: Settings,
    private readonly supervisor: Supervisor,
  ) {
    this.secrets = loadSecrets(join(settings.dataFolder, 'secrets.json'));
  }

  /** Answers once a document can be uploaded and printed. */
  async start(): Promise<Demo> {
    const pages = publishPages(this.settings.dataFolder);
    const [databaseUrl, natsUrl, printers] = await Promise.all([
      this.startPostgres(),
      this.startNats(),
      this.startPrinters(),
    ]);
    const backends = { databaseUrl, natsUrl };
    const core = coreEnvironment(this.settings, { secrets: this.secrets, backends, siteFolder: pages.site });
    writeEnvironmentFile(join(this.settings.dataFolder, 'core.env'), core);
    await this.runService(`core on ${this.settings.publicUrl}`, coreService(this.options('core', core)));
    const [demo] = await Promise.all([
      step('demo data', () => makeDemo(printers, core)),
      this.startConverter(backends),
    ]);
    await this.startAgent(pages.panel, demo.invite);
    return demo;
  }

  private async startPostgres(): Promise<string> {
    if (this.settings.databaseUrl) return this.settings.databaseUrl;
    const port = this.settings.ports.postgres;
    let url = '';
    await step(`PostgreSQL on 127.0.0.1:${port}`, () =>
      this.supervisor.run(async () => {
        const server = await PostgresServer.start({
          dataFolder: join(this.settings.dataFolder, 'postgres'),
          port,
          password: this.secrets.databasePassword,
          logFile: this.logFile('postgres'),
          durable: true,
        });
        url = server.url(SANDBOX_DATABASE);
        return server.child;
      }),
    );
    return url;
  }

  private async startNats(): Promise<string> {
    if (this.settings.natsUrl) return this.settings.natsUrl;
    const port = this.settings.ports.nats;
    const folder = join(this.settings.dataFolder, 'nats');
    let url = '';
    await step(`NATS on 127.0.0.1:${port}`, () =>
      this.supervisor.run(async () => {
        const server = await NatsServer.start({ folder, port, logFile: this.logFile('nats') });
        url = server.url;
        return server.child;
      }),
    );
    return url;
  }

  /** The addresses of the virtual printers by slug; none, with a word about it, where their programs are missing. */
  private async startPrinters(): Promise<Record<string, string>> {
    const missing = (['ippeveprinter', 'dbus-daemon'] as const).filter(
      (tool) => findTool(tool) === undefined,
    );
    if (missing.length > 0) {
      note(`The virtual printers are not started: ${missing.join(' and ')} could not be had (see above).`);
      return {};
    }
    let bus: MessageBus | undefined;
    await this.supervisor.run(async () => {
      bus = await MessageBus.start(this.logFile('message-bus'));
      return bus.child;
    });
    const start = (slug: 'hall' | 'library', name: string) =>
      step(`printer ${slug} on ipp://localhost:${this.settings.ports[slug]}/ipp/print`, async () => {
        let uri = '';
        await this.supervisor.run(async () => {
          if (bus === undefined) throw new Error('The message bus is not running.');
          const folder = join(this.settings.dataFolder, 'printers', slug);
          const port = this.settings.ports[slug];
          const printer = await VirtualPrinter.start({
            name,
            port,
            folder,
            bus,
            logFile: this.logFile(`printer-${slug}`),
          });
          uri = printer.uri;
          return printer.child;
        });
        return uri;
      });
    const [hall, library] = await Promise.all([start('hall', 'Hall'), start('library', 'Library')]);
    return { hall, library };
  }

  private async startConverter(backends: Backends): Promise<void> {
    const environment = converterEnvironment(this.settings, this.secrets, backends);
    await this.runService('converter', converterService(this.options('converter', environment)));
  }

  private async startAgent(panelFolder: string, invite: string | null): Promise<void> {
    const environment = agentEnvironment(this.settings, { panelFolder, invite });
    const address = `http://localhost:${this.settings.ports.agent}`;
    await this.runService(`agent on ${address}`, agentService(this.options('agent', environment)));
    await this.untilOnline(address);
  }

  /** Ready to print means that a code typed at a panel can be checked. */
  private async untilOnline(address: string): Promise<void> {
    const end = Date.now() + ONLINE_WITHIN_MS;
    while (!(await isOnline(address))) {
      if (Date.now() > end) {
        note(
          `The agent does not reach core yet; the panels say so until it does. Its log: ${this.logFile('agent')}`,
        );
        return;
      }
      await pause(50);
    }
  }

  private async runService(name: string, { command, ready }: Service): Promise<void> {
    await step(name, () =>
      this.supervisor.run(async () => {
        const child = Child.start(command);
        await untilReady(child, ready);
        return child;
      }),
    );
  }

  private options(name: string, environment: Record<string, string>) {
    return { name, environment, logFile: this.logFile(name) };
  }

  private logFile(name: string): string {
    return join(this.settings.dataFolder, 'logs', `${name}.log`);
  }
}
