import type { JobOptions } from '../ipp/client.js';
import { now } from '../job/clock.js';
import type { PrinterDoor } from './printer-door.js';

/** For so long a printer is believed that it would take a job; a job that it does not take after all is refused by it. */
const believedMs = 5_000;

interface Asked {
  readonly at: number;
  readonly answer: Promise<void>;
}

/**
 * Validate-Job, which changes nothing at the printer, so that it can be asked while core still holds the price. A "yes"
 * counts for the next moment's jobs with the same options; a "no" counts for one job, and the next one asks anew.
 */
export class Validations {
  private readonly asked = new Map<string, Asked>();

  constructor(private readonly printer: Pick<PrinterDoor, 'validateJob'>) {}

  /** Asks already, for a job that may come. Whether it comes, and what a "no" means for it, is not decided here. */
  foresee(options: JobOptions): void {
    this.ask(options);
  }

  /** @throws IppError when the printer would not take such a job, or does not say */
  async validate(options: JobOptions): Promise<void> {
    const { answer } = this.recent(options) ?? this.ask(options);
    try {
      await answer;
    } catch (error) {
      this.asked.delete(keyOf(options));
      throw error;
    }
  }

  private recent(options: JobOptions): Asked | undefined {
    const asked = this.asked.get(keyOf(options));
    return asked && now() - asked.at < believedMs ? asked : undefined;
  }

  private ask(options: JobOptions): Asked {
    const answer = this.printer.validateJob(options);
    // Whoever has the job hears of a failure; a foreseen one may never come.
    answer.catch(() => undefined);
    const asked = { at: now(), answer };
    this.asked.set(keyOf(options), asked);
    return asked;
  }
}

/** The job's name does not matter to whether a printer takes it. */
function keyOf({ jobName: _, ...options }: JobOptions): string {
  return JSON.stringify(options);
}
