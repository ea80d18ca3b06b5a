import type { DatabaseSync } from 'node:sqlite';
import { agentPrinter } from '@sixpence/contracts/agent/gateway';
import { z } from 'zod';
import { isReadable, rowVersion } from './row-version.js';
import { writeIfPossible, type Unwritten } from './unwritten.js';

/** The content of core's last `welcome`, so that a box that starts without core knows its printers. */
const siteFacts = z.object({
  site: z.string(),
  printers: z.array(agentPrinter),
  stallSeconds: z.int(),
  idleSeconds: z.int(),
  publicUrl: z.string(),
});
export type SiteFacts = z.infer<typeof siteFacts>;

export class SiteBook {
  constructor(
    private readonly database: DatabaseSync,
    private readonly onFailedWrite: Unwritten,
  ) {}

  readSite(): SiteFacts | undefined {
    const found = this.database.prepare(`select facts from site where ${isReadable}`).get();
    return found && siteFacts.parse(JSON.parse(z.string().parse(found['facts'])));
  }

  /** A refused write does no harm: core sends the facts again with its next `welcome`. */
  storeSite(facts: SiteFacts): void {
    writeIfPossible(this.onFailedWrite, () =>
      this.database
        .prepare(
          `insert into site (one, facts, version) values (1, ?, ${rowVersion})
           on conflict (one) do update set facts = excluded.facts, version = excluded.version`,
        )
        .run(JSON.stringify(siteFacts.parse(facts))),
    );
  }
}
