import type { JobOptions } from '../ipp/client.js';
import { now } from '../job/clock.js';
import type { PrinterOperations } from './printer-operations.js';

/** A printer's "yes" is cached for this long. If the printer changes its mind, it refuses the job itself. */
const cachedMs = 5_000;

interface Validation {
  readonly at: number;
  readonly answer: Promise<void>;
}

/**
 * Caches Validate-Job, which changes nothing at the printer and is therefore sent while core still places the
 * hold. A "yes" counts for `cachedMs` for all jobs with the same options. A "no" counts for one job; the
 * next job asks again.
 */
export class Validations {
  private readonly cache = new Map<string, Validation>();

  constructor(private readonly printer: Pick<PrinterOperations, 'validateJob'>) {}

  /** Starts the question for a job that may come. A "no" has no effect yet. */
  validateAhead(options: JobOptions): void {
    this.askPrinter(options);
  }

  /** @throws IppError when the printer would not accept such a job, or does not say */
  async validate(options: JobOptions): Promise<void> {
    const { answer } = this.recent(options) ?? this.askPrinter(options);
    try {
      await answer;
    } catch (error) {
      this.cache.delete(keyOf(options));
      throw error;
    }
  }

  private recent(options: JobOptions): Validation | undefined {
    const validation = this.cache.get(keyOf(options));
    return validation && now() - validation.at < cachedMs ? validation : undefined;
  }

  private askPrinter(options: JobOptions): Validation {
    const answer = this.printer.validateJob(options);
    // `validate` reports the failure to its caller. A question that was sent ahead may have no caller.
    answer.catch(() => undefined);
    const validation = { at: now(), answer };
    this.cache.set(keyOf(options), validation);
    return validation;
  }
}

/** The options without the job's name, which does not influence the printer's answer. */
function keyOf({ jobName: _, ...options }: JobOptions): string {
  return JSON.stringify(options);
}
