import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DnsServer } from '@sixpence/sandbox/dns/dns-server';
import type { Zone } from '@sixpence/sandbox/dns/answer';
import { intakeService } from '@sixpence/sandbox/services/service-commands';
import { CoreApp } from '../core/core-app.js';
import { freePort } from '../free-port.js';
import { ServiceProcess } from './service-process.js';
import { SmtpTalk, type SmtpReply } from '../peers/smtp-talk.js';
import { Uploads } from '../builders/uploads.js';

export const printAddress = 'print@print.localhost';

export interface Sender {
  address: string;
  userId: string;
  cookie: string;
  uploads: Uploads;
}

/** Core, a real intake in front of it, and a DNS server with the test's records. */
export class IntakeBench implements AsyncDisposable {
  private constructor(
    readonly core: CoreApp,
    readonly intake: ServiceProcess,
    readonly port: number,
    private readonly spool: string,
    private readonly after: AsyncDisposableStack,
  ) {}

  static async start(
    zone: Zone,
    environment: Readonly<Record<string, string>> = {},
    coreEnvironment: Readonly<Record<string, string>> = {},
  ): Promise<IntakeBench> {
    await using started = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'sixpence-intake-bench-'));
    started.defer(() => rmSync(folder, { recursive: true }));
    const spool = join(folder, 'spool');
    mkdirSync(spool);
    const core = started.use(await CoreApp.start(coreEnvironment));
    const dns = await DnsServer.start({ port: await freePort(), logFile: join(folder, 'dns.log'), zone });
    started.defer(() => dns.stop());
    const port = await freePort();
    const intake = await ServiceProcess.start(
      intakeService({
        name: 'intake',
        logFile: join(folder, 'intake.log'),
        environment: {
          CORE_URL: core.url,
          PUBLIC_URL: core.config.PUBLIC_URL,
          INTAKE_TOKEN: core.config.INTAKE_TOKEN,
          INTAKE_PORT: String(port),
          DNS_SERVERS: dns.address,
          SPOOL_DIR: spool,
          ...environment,
        },
      }),
    );
    started.defer(async () => {
      await intake.stop();
    });
    return new IntakeBench(core, intake, port, spool, started.move());
  }

  async aSender(address = `${randomUUID()}@example.com`): Promise<Sender> {
    const { userId, cookie } = await this.core.signedIn(address);
    return { address, userId, cookie, uploads: new Uploads(this.core, cookie) };
  }

  async send(mail: { from: string; to?: string; data: string | Buffer }): Promise<SmtpReply> {
    await using talk = await SmtpTalk.begin(this.port);
    return await talk.mail({ to: printAddress, ...mail });
  }

  /** The file names on the user's dashboard. */
  async listed({ uploads }: Sender): Promise<string[]> {
    return (await uploads.list()).map(({ fileName }) => fileName);
  }

  /** The files in the spool. */
  spooled(): string[] {
    return readdirSync(this.spool, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('/'),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.after.disposeAsync();
  }
}
