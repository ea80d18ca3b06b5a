import type { DatabaseSync } from 'node:sqlite';
import { agentPrinter } from '@sixpence/contracts/agent/gateway';
import { z } from 'zod';
import { writeIfPossible, type Unwritten } from './unwritten.js';

/** What core's last `welcome` said, so that a box that starts without core still knows its printers and its jobs. */
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
    private readonly unwritten: Unwritten,
  ) {}

  read(): SiteFacts | undefined {
    const found = this.database.prepare('select facts from site').get();
    return found && siteFacts.parse(JSON.parse(z.string().parse(found['facts'])));
  }

  /** Core says the same again with its next welcome. */
  keep(facts: SiteFacts): void {
    writeIfPossible(this.unwritten, () =>
      this.database
        .prepare(
          'insert into site (one, facts) values (1, ?) on conflict (one) do update set facts = excluded.facts',
        )
        .run(JSON.stringify(siteFacts.parse(facts))),
    );
  }
}
