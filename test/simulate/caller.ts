import type { Act, Answer, Cut } from './act.js';
import type { SeedData } from './seed-data.js';

/** Applies acts to the ledger, by its SQL functions or by core's services. */
export interface Caller extends AsyncDisposable {
  /** All later acts use this data. */
  useSeedData(seedData: SeedData): void;
  runAct(act: Act): Promise<Answer>;
  /**
   * Runs both acts at the same moment, each on its own connection. With `waitAtWalletOf`, both wait for this
   * user's wallet first.
   */
  runConcurrently(acts: readonly [Act, Act], waitAtWalletOf: number | undefined): Promise<Answer[]>;
  /** Cuts the connection while the act is in progress, then repeats the act until it gets an answer. */
  runAndCut(act: Act, cut: Cut): Promise<Answer>;
  /** The job's id in the database, if the job exists. */
  jobId(job: string): string | undefined;
}
