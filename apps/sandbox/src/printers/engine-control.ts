/**
 * What a virtual printer's engine is told to do. It lies as JSON beside the printer and is read again before and
 * during every page, so it can be changed while a job prints.
 */
export interface EngineControl {
  /** Pages that come out in a second; 0 takes no time at all. */
  readonly pagesPerSecond: number;
  readonly fault?: EngineFault;
}

/**
 * Something that goes wrong before page `atPage` comes out: with 3, two pages lie in the tray.
 * - `abort`: the engine gives up, and the job ends as aborted. `crash`: the same, but without a word.
 * - the others stop the printer until `seconds` have passed, or, without seconds, until the fault is taken away, or
 *   one of the first two takes its place.
 */
export interface EngineFault {
  readonly kind: 'abort' | 'crash' | 'media-jam' | 'media-empty' | 'cover-open' | 'toner-empty';
  readonly atPage: number;
  /** Only in the job of this name; without it, in every job. */
  readonly jobName?: string;
  readonly seconds?: number;
}

export const QUIET_ENGINE: EngineControl = { pagesPerSecond: 10 };
