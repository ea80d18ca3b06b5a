import { setTimeout as sleep } from 'node:timers/promises';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import { backOffMs } from '../link/back-off.js';
import type { GatewayLink } from '../link/gateway-link.js';

const usualWaits = { firstMs: 1_000, mostMs: 30_000 };

export interface PrinterReporterParts {
  readonly link: Pick<GatewayLink, 'askCore' | 'online'>;
  /** The printer's current state. */
  readonly report: () => PrinterReport;
  readonly log: Logger;
  readonly waits?: typeof usualWaits;
}

/**
 * Sends a printer's state to core until core has answered, because core refuses releases at a printer that it
 * believes to be unreachable. A newer report replaces an unsent one.
 */
export class PrinterReporter {
  private isUnsent = false;
  private isSending = false;
  private readonly stopping = new AbortController();

  constructor(private readonly parts: PrinterReporterParts) {}

  /** Must be called when the printer has changed, or the link to core is up again. */
  printerChanged(): void {
    this.isUnsent = true;
    if (!this.isSending) void this.work();
  }

  stop(): void {
    this.stopping.abort();
  }

  private async work(): Promise<void> {
    const { link, report, log, waits = usualWaits } = this.parts;
    this.isSending = true;
    for (let tries = 0; this.isUnsent && link.online && !this.stopping.signal.aborted; tries += 1) {
      this.isUnsent = false;
      const current = report();
      const { printerId } = current;
      try {
        const answer = await link.askCore('printer', current);
        if (answer.status === 'refused')
          log.warn({ printerId, code: answer.code }, 'Core refused the state of a printer');
      } catch (error) {
        log.debug(
          { printerId, err: error },
          'Core did not receive the state of a printer; the box sends it again',
        );
        this.isUnsent = true;
        await this.pause(backOffMs(tries, waits, Math.random()));
      }
    }
    this.isSending = false;
  }

  /** A pause that ends early when the agent stops. */
  private async pause(ms: number): Promise<void> {
    await Promise.allSettled([sleep(ms, undefined, { signal: this.stopping.signal })]);
  }
}
