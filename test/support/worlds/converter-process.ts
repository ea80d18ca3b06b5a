import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { entryPoints } from '@sixpence/sandbox/services/service-commands';
import { officeForms, toolPath } from '@sixpence/sandbox/tools';
import type { CoreApp } from '../core/core-app.js';
import { PATIENCE_MS } from '../eventually.js';

/**
 * Three slots, two of them for short work: on a test machine's few cores, more spare processes cost more time
 * than they save.
 */
export const smallConverter = { DOCUMENTS_AT_ONCE: '3' } as const;
/** For documents that need no LibreOffice: its start takes as much work as several conversions. */
export const withoutOffice = { SOFFICE: '/nowhere' } as const;
/** As many slots as the machine has room for. */
export const asLargeAsItCanBe = { DOCUMENTS_AT_ONCE: undefined };

/** A real converter with the core of a test. Build `apps/converter` first (`npm test` does). */
export class ConverterProcess implements AsyncDisposable {
  /** Its log, line by line. */
  readonly log: { msg?: string; [field: string]: unknown }[] = [];

  private constructor(readonly child: ChildProcess) {}

  /**
   * `within` are words before the command that set up its environment.
   * @throws Error when it ends before it is ready, or is killed at the timeout
   */
  static async start(
    core: CoreApp,
    environment: Readonly<Record<string, string | undefined>> = {},
    within: readonly string[] = [],
  ): Promise<ConverterProcess> {
    // setpriv(1) makes the kernel end it with this process: a crashed test leaves no converter running.
    const program = [...within, process.execPath, entryPoints.converter];
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', ...program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        ...core.nats.variablesOf('converter'),
        CORE_URL: core.url,
        SERVICE_TOKEN: core.config.SERVICE_TOKEN,
        QPDF: toolPath('qpdf'),
        ...officeForms(),
        ...smallConverter,
        ...environment,
      },
    });
    const converter = new ConverterProcess(child);
    const ready = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => {
        reject(new Error(`The converter ended: ${JSON.stringify(converter.log)}`));
      });
      createInterface({ input: child.stdout }).on('line', (line) => {
        const entry = JSON.parse(line) as { msg?: string };
        converter.log.push(entry);
        if (entry.msg === 'ready') resolve();
      });
    });
    const tooSlow = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await ready.finally(() => clearTimeout(tooSlow));
    return converter;
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /**
   * Stops it as a deployment would.
   * @returns its exit code
   */
  async stop(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    return this.child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
