import { Injectable } from '@nestjs/common';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { LedgerVerifier } from '../../money/ledger/views/ledger-verifier.query.js';
import { theBeginning, type Breach, type Since } from '../../money/ledger/rules.query.js';
import { JobVerifier } from '../../jobs/views/job-verifier.query.js';
import { StatementVerifier } from '../../money/statement/views/statement-verifier.query.js';

/** Checks every invariant of the ledger, jobs, and statements on live data. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly transfers: LedgerVerifier,
    private readonly jobs: JobVerifier,
    private readonly statement: StatementVerifier,
  ) {}

  /** Checks the rows since the last checkpoint, or all rows. Changes nothing. */
  async findBreaches({ all }: { all: boolean }): Promise<Breach[]> {
    return this.checkSince(all ? theBeginning : await this.transfers.lastCheckpoint());
  }

  /** Checks the rows since the last checkpoint. If no rule is broken, writes a new checkpoint. */
  async checkAndAdvance(): Promise<Breach[]> {
    const last = await this.transfers.lastCheckpoint();
    // Reads the last closable transfer before the rules run, so that the rules check every row up to it.
    const through = await this.transfers.lastClosable(last);
    const breaches = await this.checkSince(last);
    if (breaches.length === 0 && through > last.after) await this.ledger.closeThrough(through);
    return breaches;
  }

  private async checkSince(since: Since): Promise<Breach[]> {
    const audits = [this.transfers, this.jobs, this.statement];
    const found: Breach[] = [];
    for (const audit of audits) found.push(...(await audit.breaches(since)));
    return found;
  }
}
