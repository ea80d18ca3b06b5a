import type { Act, Answer, Cut } from './act.js';
import type { Cast } from './cast.js';

/** The way in which acts reach the ledger. */
export interface Caller extends AsyncDisposable {
  /** Switches to these users for all later acts. */
  useCast(cast: Cast): void;
  alone(act: Act): Promise<Answer>;
  /**
   * Runs both acts at the same moment, each on its own connection. With `heldUpAt`, both wait at this user's
   * wallet first.
   */
  together(acts: readonly [Act, Act], heldUpAt: number | undefined): Promise<Answer[]>;
  /** Cuts the connection while the act is in progress, then repeats the act until it gets an answer. */
  cut(act: Act, cut: Cut): Promise<Answer>;
  /** The job's id in the database, if the job exists. */
  jobId(job: string): string | undefined;
}
