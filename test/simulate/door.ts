import type { Act, Answer, Cut } from './act.js';
import type { Cast } from './cast.js';

/** How acts reach the ledger. */
export interface Door extends AsyncDisposable {
  /** From now on these people act. */
  enter(cast: Cast): void;
  alone(act: Act): Promise<Answer>;
  /** Each on a connection of its own, at the same moment; held up at a person's wallet, when one is given. */
  together(acts: readonly [Act, Act], heldUpAt: number | undefined): Promise<Answer[]>;
  /** The connection is cut while the act is under way; then it is asked again until there is an answer. */
  cut(act: Act, cut: Cut): Promise<Answer>;
  /** The job's id in the database, when there is one. */
  jobId(job: string): string | undefined;
}
