import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@sixpence/contracts/refusals';
import { LedgerService } from '@sixpence/core/money/ledger/ledger.service';
import { isOutage } from '@sixpence/core/platform/database/outage';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { CreditingService } from '@sixpence/core/money/payments/reconciliation/crediting.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import { money } from '@sixpence/money/money';
import { Client } from 'pg';
import { eventually } from '../support/eventually.js';
import type { ReleaseWorld } from '../support/worlds/release.js';
import type { Act, ActOf, Answer, Cut } from './act.js';
import type { Caller } from './caller.js';
import { meetAtWallet } from './meet-at-wallet.js';
import type { SeedData } from './seed-data.js';
import { applyMoneyAct, isMoneyAct, type MoneyAct } from './money-calls.js';
import { pagesOfDocuments, revisionOfDocuments } from './steps.js';

/** The pool of TypeORM, with a member that the types do not name. */
interface PoolWithClients {
  /** Idle and used connections, with the process of the server of each. */
  _clients: { processID: number }[];
}

/** Calls core's services, which use a connection pool. */
export class ServicesCaller implements Caller {
  private readonly jobs = new Map<string, string>();
  private seedData!: SeedData;

  private constructor(
    private readonly world: ReleaseWorld,
    private readonly superuser: Client,
  ) {}

  static async open(world: ReleaseWorld): Promise<ServicesCaller> {
    const superuser = new Client({ connectionString: world.core.superuserUrl });
    await superuser.connect();
    return new ServicesCaller(world, superuser);
  }

  useSeedData(seedData: SeedData): void {
    this.seedData = seedData;
    this.jobs.clear();
  }

  runAct(act: Act): Promise<Answer> {
    return this.applyOrRefuse(act);
  }

  runConcurrently(acts: readonly [Act, Act], waitAtWalletOf: number | undefined): Promise<Answer[]> {
    const work = () => Promise.all(acts.map((act) => this.applyOrRefuse(act)));
    return waitAtWalletOf === undefined
      ? work()
      : meetAtWallet(this.superuser, this.seedData.people[waitAtWalletOf]!.id, work);
  }

  /** Core's pool owns the client side of a connection, so only the server side can be cut. */
  async runAndCut(act: Act, { afterMs }: Cut): Promise<Answer> {
    const sent = this.applyOrRefuse(act).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    });
    await sleep(afterMs);
    const { rows } = await this.superuser.query<{ pid: number }>(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = 'sixpence_app'`,
    );
    await sent;
    await this.waitForConnectionEnds(rows.map(({ pid }) => pid));
    const answer = () =>
      this.applyOrRefuse(act).catch((error: unknown) => {
        if (!isOutage(error)) throw error;
        return undefined;
      });
    return eventually(answer, { what: 'core answers after a cut', pollMs: 1 });
  }

  jobId(job: string): string | undefined {
    return this.jobs.get(job);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.superuser.end();
  }

  /** Waits until the pool has noticed each lost connection, so that no later act gets one of them. */
  private async waitForConnectionEnds(pids: number[]): Promise<void> {
    const { master } = this.world.database.driver as unknown as { master: PoolWithClients };
    const hasNoticed = () => !master._clients.some(({ processID }) => pids.includes(processID));
    await eventually(hasNoticed, { what: 'the pool has noticed the cut connections', pollMs: 5 });
  }

  private async applyOrRefuse(act: Act): Promise<Answer> {
    try {
      return await this.applyAct(act);
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.code };
      throw error;
    }
  }

  private applyAct(act: Act): Promise<Answer> {
    if (isMoneyAct(act)) return this.applyMoney(act);
    switch (act.do) {
      case 'post':
        return this.post(act);
      case 'release':
        return this.release(act);
      case 'settle':
        return this.settle(act);
      case 'give up':
        return this.giveUp(act);
      case 'give back':
        return this.giveBack(act);
    }
  }

  private applyMoney(act: MoneyAct): Promise<Answer> {
    const { app } = this.world.core;
    const services = {
      crediting: app.get(CreditingService),
      refunds: app.get(RefundsService),
      disputes: app.get(DisputesService),
    };
    const runSql = (sql: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
      this.world.database.query(sql, values);
    return applyMoneyAct(services, runSql, { seedData: this.seedData, act });
  }

  private async post({ what: kind, person, currency, amount: minor, key }: ActOf<'post'>): Promise<Answer> {
    const entry = { owner: this.seedData.people[person]!.id, amount: money(minor, currency), key };
    if (kind === 'admin-grant') {
      return { done: await this.world.credits.grant({ ...entry, reason: 'drawn by lot' }) };
    }
    const transactions = this.world.core.app.get(TransactionsService);
    const ledger = this.world.core.app.get(LedgerService);
    return { done: await transactions.run((tx) => ledger.postTransfer(tx, { kind, ...entry })) };
  }

  private async release({ id, person: number, documents }: ActOf<'release'>): Promise<Answer> {
    const person = this.seedData.people[number]!;
    const { jobs, available } = await this.world.releases.release(this.seedData.agentId, {
      releaseId: id,
      panelSessionId: person.panelSessionId,
      documents: [...new Set(documents)].map((document) => ({
        documentId: person.documents[document]!,
        revision: revisionOfDocuments,
        side: '1-Sided',
        isColor: false,
        quotedMinor: this.seedData.pagePrices[document]! * pagesOfDocuments[document]!,
        copies: documents.filter((each) => each === document).length,
      })),
    });
    for (const [line, job] of jobs.entries()) this.jobs.set(`${id}/${line}`, job.jobId);
    return { available: available.minor };
  }

  private async settle({ job, outcome, impressions }: ActOf<'settle'>): Promise<Answer> {
    const ended = await this.world.jobs.settleJob(this.seedData.agentId, {
      jobId: this.idOf(job),
      outcome,
      impressions,
    });
    return {
      state: ended.state,
      impressions: ended.impressions,
      captured: ended.captured.minor,
      returned: ended.returned.minor,
      available: ended.available.minor,
    };
  }

  private async giveUp({ job }: ActOf<'give up'>): Promise<Answer> {
    return { done: (await this.world.jobs.settleOverdue(this.idOf(job))) !== undefined };
  }

  private async giveBack({ job, amount: minor, key }: ActOf<'give back'>): Promise<Answer> {
    const jobId = this.jobs.get(job);
    if (jobId === undefined) return { refused: 'job.unknown' };
    const transactions = this.world.core.app.get(TransactionsService);
    const owner = this.seedData.people[0]!.id;
    const given = { jobId, owner, amount: money(minor, 'GBP'), key, actor: 'staff', reason: 'drawn by lot' };
    return { done: await transactions.run((tx) => this.world.credits.giveBack(tx, given)) };
  }

  /** The id of a job. A job whose id was never returned gets an id that does not exist. */
  private idOf(job: string): string {
    return this.jobs.get(job) ?? randomUUID();
  }
}
