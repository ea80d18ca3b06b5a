import { Injectable } from '@nestjs/common';
import { LedgerAudit } from '../../money/ledger/ledger-audit.query.js';
import { theBeginning, type Breach, type Since } from '../../money/ledger/rules.query.js';
import { JobAudit } from '../../jobs/job-audit.query.js';
import { StatementAudit } from '../../money/statement/statement-audit.query.js';

/** Checks every invariant of the ledger, jobs, and statements on live data. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly ledger: LedgerAudit,
    private readonly jobs: JobAudit,
    private readonly statement: StatementAudit,
  ) {}

  /** Checks the rows since the last checkpoint, or all rows. Changes nothing. */
  async breaches({ all }: { all: boolean }): Promise<Breach[]> {
    return this.since(all ? theBeginning : await this.ledger.lastCheckpoint());
  }

  /**
   * Checks the rows since the last checkpoint. If all of them are in order, a new checkpoint follows them.
   */
  async goOn(): Promise<Breach[]> {
    const last = await this.ledger.lastCheckpoint();
    // Read before the rules run, so that they check every row up to it.
    const through = await this.ledger.closable(last);
    const breaches = await this.since(last);
    if (breaches.length === 0 && through > last.after) await this.ledger.close(through);
    return breaches;
  }

  private async since(since: Since): Promise<Breach[]> {
    const audits = [this.ledger, this.jobs, this.statement];
    const found: Breach[] = [];
    for (const audit of audits) found.push(...(await audit.breaches(since)));
    return found;
  }
}
