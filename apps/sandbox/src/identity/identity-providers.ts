import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { Child } from '../processes/child.js';
import { answers, untilReady } from '../processes/ready.js';
import { coreVariables } from './clients.js';
import type { Kind } from './kinds.js';

export interface IdentityOptions {
  readonly port: number;
  /** The folder of the secrets that core shares with the providers. */
  readonly folder: string;
  readonly logFile: string;
}

/** A process that simulates the three identity providers on 127.0.0.1. */
export class IdentityProviders {
  private constructor(
    private readonly options: IdentityOptions,
    readonly child: Child,
  ) {}

  static async start(options: IdentityOptions): Promise<IdentityProviders> {
    const child = Child.start({
      name: 'identity providers',
      program: process.execPath,
      args: ['--enable-source-maps', join(checkout, 'apps/sandbox/dist/identity/main.js')],
      env: { IDENTITY_PORT: String(options.port), IDENTITY_DIR: options.folder },
      logFile: options.logFile,
    });
    const providers = new IdentityProviders(options, child);
    await untilReady(child, answers(`${providers.url}/healthz`));
    return providers;
  }

  get url(): string {
    return `http://127.0.0.1:${this.options.port}`;
  }

  /** Core's variables for these providers. */
  variablesFor(kinds: readonly Kind[]): Record<string, string> {
    const { url, options } = this;
    const { folder } = options;
    return Object.fromEntries(kinds.flatMap((kind) => Object.entries(coreVariables(kind, { url, folder }))));
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
