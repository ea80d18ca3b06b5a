/**
 * The control file of a virtual printer's engine, as JSON beside the printer. The engine reads it before and
 * during every page, so that a test can change it while a job prints.
 */
export interface EngineControl {
  /** Pages printed in a second; 0 prints without delay. */
  readonly pagesPerSecond: number;
  readonly fault?: EngineFault;
}

/**
 * A fault before page `atPage` is printed: with 3, two pages are printed before it.
 *
 * - `abort`: the engine gives up, and the job ends as aborted.
 * - `crash`: like `abort`, but without a message.
 * - the other faults stop the printer until `seconds` have passed. Without `seconds` they last until the
 * fault is removed or replaced by `abort` or `crash`.
 */
export interface EngineFault {
  readonly kind: 'abort' | 'crash' | 'media-jam' | 'media-empty' | 'cover-open' | 'toner-empty';
  readonly atPage: number;
  /** The fault affects only the job of this name; by default every job. */
  readonly jobName?: string;
  readonly seconds?: number;
}

export const DEFAULT_CONTROL: EngineControl = { pagesPerSecond: 10 };
