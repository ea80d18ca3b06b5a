import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkout } from '@sixpence/sandbox/checkout';
import { Child } from '@sixpence/sandbox/processes/child';
import { untilReady } from '@sixpence/sandbox/processes/ready';
import { toolPath } from '@sixpence/sandbox/tools';
import { freePort } from '../../support/free-port.js';
import { BareClient } from './bare-client.js';

const run = promisify(execFile);
/**
 * The polling interval: short enough not to lengthen the measured time, long enough not to load the server.
 */
const pollMs = 2;

/**
 * Our own CUPS server with a private configuration, spool, and port. The machine's CUPS is not used. Its
 * queues are raw, the fastest kind: the file goes to the printer unchanged, as in Sixpence.
 */
export class Cupsd {
  private readonly clients = new Map<string, BareClient>();

  private constructor(
    private readonly folder: string,
    private readonly server: string,
    private readonly child: Child,
  ) {}

  /** @param printers the printers' addresses, by the names of their queues */
  static async start(printers: Readonly<Record<string, string>>): Promise<Cupsd> {
    const folder = mkdtempSync(join(tmpdir(), 'sixpence-cupsd-'));
    // As root, cupsd gives its spool to another user, who needs access to it.
    chmodSync(folder, 0o755);
    const server = `127.0.0.1:${await freePort()}`;
    for (const part of ['root', 'cache', 'spool', 'spool/tmp', 'state']) mkdirSync(join(folder, part));
    const write = (name: string, lines: string[]) => {
      writeFileSync(join(folder, 'root', name), `${lines.join('\n')}\n`);
      return join(folder, 'root', name);
    };
    write('printers.conf', Object.entries(printers).flatMap(queue));
    const configuration = write('cupsd.conf', configurationAllowingAll(server));
    const files = write('cups-files.conf', folderSettings(folder));
    const child = Child.start({
      name: 'cupsd',
      program: toolPath('cupsd'),
      logFile: join(folder, 'cupsd.log'),
      args: ['-f', '-c', configuration, '-s', files],
    });
    // An unpacked CUPS lacks the programs behind its web pages, so a GET of a page never answers 200. The
    // check uses IPP.
    await untilReady(child, () => BareClient.listsPrinters(`ipp://${server}/`));
    return new Cupsd(folder, server, child);
  }

  /**
   * Sends a file to a queue with `lp`, as a desktop user does.
   * @returns the job's id
   */
  async lp(name: string, file: string): Promise<number> {
    const { stdout } = await run(toolPath('lp'), ['-h', this.server, '-d', name, file]);
    const id = /request id is \S+-(\d+) /.exec(stdout)?.[1];
    if (id === undefined) throw new Error(`lp named no job: ${stdout}`);
    return Number(id);
  }

  async untilCompleted(name: string, jobId: number): Promise<void> {
    const client = this.clients.get(name) ?? new BareClient(`ipp://${this.server}/printers/${name}`);
    this.clients.set(name, client);
    await client.untilCompleted(jobId, pollMs);
  }

  async stop(): Promise<void> {
    for (const client of this.clients.values()) client.close();
    await this.child.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function queue([name, uri]: [string, string]): string[] {
  const state = ['State Idle', 'Accepting Yes', 'Shared No', 'ErrorPolicy retry-current-job'];
  return [`<Printer ${name}>`, `DeviceURI ${uri}`, ...state, '</Printer>'];
}

function configurationAllowingAll(server: string): string[] {
  const all = ['Order allow,deny', 'Allow all'];
  return [
    `Listen ${server}`,
    'Browsing Off',
    'DefaultAuthType None',
    'LogLevel error',
    'MaxJobs 0',
    '<Location />',
    ...all,
    '</Location>',
    '<Policy default>',
    '<Limit All>',
    ...all,
    '</Limit>',
    '</Policy>',
  ];
}

function folderSettings(folder: string): string[] {
  const unpacked = join(checkout, '.data/tools/cups-daemon/usr');
  const programs = existsSync(unpacked) ? unpacked : '/usr';
  return [
    `ServerRoot ${folder}/root`,
    `ServerBin ${programs}/lib/cups`,
    `DataDir ${programs}/share/cups`,
    `CacheDir ${folder}/cache`,
    `RequestRoot ${folder}/spool`,
    `TempDir ${folder}/spool/tmp`,
    `StateDir ${folder}/state`,
    `AccessLog ${folder}/access.log`,
    `ErrorLog ${folder}/error.log`,
    `PageLog ${folder}/page.log`,
    'Printcap',
  ];
}
