import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { Child } from '../processes/child.js';
import { hasPrinted, untilReady } from '../processes/ready.js';
import type { Zone } from './answer.js';

export interface DnsOptions {
  readonly port: number;
  readonly logFile: string;
  /** The records it serves; the demo's mail domains by default. */
  readonly zone?: Zone;
}

/** A process that answers for the demo's mail domains, on 127.0.0.1. */
export class DnsServer {
  private constructor(
    readonly child: Child,
    /** Host and port, as Node's DNS resolver takes them. */
    readonly address: string,
  ) {}

  static async start({ port, logFile, zone }: DnsOptions): Promise<DnsServer> {
    const child = Child.start({
      name: 'dns',
      program: process.execPath,
      args: ['--enable-source-maps', join(checkout, 'apps/sandbox/dist/dns/main.js')],
      env: { DNS_PORT: String(port), ...(zone && { DNS_ZONE: JSON.stringify(zone) }) },
      logFile,
    });
    await untilReady(child, hasPrinted('ready'));
    return new DnsServer(child, `127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
