import { setTimeout as sleep } from 'node:timers/promises';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import { backOffMs } from '../link/back-off.js';
import type { GatewayLink } from '../link/gateway-link.js';

const usualWaits = { firstMs: 1_000, mostMs: 30_000 };

export interface PrinterReporterParts {
  readonly link: Pick<GatewayLink, 'ask' | 'online'>;
  /** The printer as it is now. */
  readonly report: () => PrinterReport;
  readonly log: Logger;
  readonly waits?: typeof usualWaits;
}

/**
 * Tells core how a printer is, until core has taken it: core refuses presses at a printer that it believes to be away. A
 * newer report takes the place of one that waits.
 */
export class PrinterReporter {
  private isUntold = false;
  private isTelling = false;
  private readonly stopping = new AbortController();

  constructor(private readonly parts: PrinterReporterParts) {}

  /** The printer has changed, or core is back. */
  tell(): void {
    this.isUntold = true;
    if (!this.isTelling) void this.work();
  }

  stop(): void {
    this.stopping.abort();
  }

  private async work(): Promise<void> {
    const { link, report, log, waits = usualWaits } = this.parts;
    this.isTelling = true;
    for (let tries = 0; this.isUntold && link.online && !this.stopping.signal.aborted; tries += 1) {
      this.isUntold = false;
      const told = report();
      const { printerId } = told;
      try {
        const answer = await link.ask('printer', told);
        if (answer.status === 'refused')
          log.warn({ printerId, code: answer.code }, 'Core takes no report of a printer');
      } catch (error) {
        log.debug({ printerId, err: error }, 'Core did not hear of a printer; it is told again');
        this.isUntold = true;
        await this.rest(backOffMs(tries, waits, Math.random()));
      }
    }
    this.isTelling = false;
  }

  /** A pause that ends early when the agent stops. */
  private async rest(ms: number): Promise<void> {
    await Promise.allSettled([sleep(ms, undefined, { signal: this.stopping.signal })]);
  }
}
