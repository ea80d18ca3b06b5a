import type { Counting, JobOutcome } from '@sixpence/contracts/agent/gateway';
import { leaveOutPrinted, type PrintedDocument } from '@sixpence/core/jobs/rest';
import { pagesAfterADay, verdictOn } from '@sixpence/core/jobs/settlement';
import type { Client } from 'pg';
import type { Act, ActOf, Answer } from './act.js';
import type { SeedData } from './seed-data.js';
import { applyMoneyAct, isMoneyAct, type MoneyAct } from './money-calls.js';
import { moneyServicesOn } from './money-services.js';
import { pagesOfDocuments, revisionOfDocuments } from './steps.js';

/** Calls the ledger's functions in the same way as core. */
export class FunctionCalls {
  /** Ids of the requested jobs, by name. */
  readonly jobs = new Map<string, string>();

  constructor(private readonly seedData: SeedData) {}

  applyAct(client: Client, act: Act): Promise<Answer> {
    if (isMoneyAct(act)) return this.applyMoney(client, act);
    switch (act.do) {
      case 'post':
        return this.post(client, act);
      case 'release':
        return this.release(client, act);
      case 'settle':
        return this.settle(client, act);
      case 'give up':
        return this.giveUp(client, act);
      case 'give back':
        return this.giveBack(client, act);
    }
  }

  private applyMoney(client: Client, act: MoneyAct): Promise<Answer> {
    const runSql = async (sql: string, values: unknown[]) =>
      (await client.query<Record<string, unknown>>(sql, values)).rows;
    return applyMoneyAct(moneyServicesOn(client), runSql, { seedData: this.seedData, act });
  }

  private async post(client: Client, act: ActOf<'post'>): Promise<Answer> {
    const owner = this.seedData.people[act.person]!.id;
    return queryRow(client, 'SELECT ledger_post($1, $2, $3, $4, $5) AS done', [
      act.what,
      owner,
      act.currency,
      act.amount,
      act.key,
    ]);
  }

  private async release(
    client: Client,
    { id, person: number, documents }: ActOf<'release'>,
  ): Promise<Answer> {
    const person = this.seedData.people[number]!;
    const earlier = await client.query('SELECT FROM releases WHERE id = $1', [id]);
    if (earlier.rowCount !== 0) {
      return queryRow(
        client,
        `SELECT posted_minor - held_minor AS available FROM ledger_accounts
         WHERE owner_id = $1 AND currency = 'GBP' AND kind = 'wallet'`,
        [person.id],
      );
    }
    const lines = documents.map((document, line) => ({
      ...this.releaseLine(`${id}/${line}`, person.documents, document),
      // Copies of one document follow each other.
      copyNumber: line - documents.indexOf(document) + 1,
      copies: documents.filter((each) => each === document).length,
    }));
    return queryRow(
      client,
      `SELECT available FROM place_release($1, $2, $3, $4, $5, 'GBP', 'impressions', $6)`,
      [id, this.seedData.agentId, person.panelSessionId, person.id, person.printerId, JSON.stringify(lines)],
    );
  }

  private releaseLine(job: string, documents: string[], document: number) {
    const [release, line] = job.split('/');
    // The caller chooses the id, so that a repeat finds the first hold even if the release is not known yet.
    const jobId = release!.replace(/-8000-/, `-9${line!.padStart(3, '0')}-`);
    this.jobs.set(job, jobId);
    const price = this.seedData.pagePrices[document]!;
    const pages = pagesOfDocuments[document]!;
    return {
      jobId,
      documentId: documents[document],
      revision: revisionOfDocuments,
      fileName: 'essay.pdf',
      chosenSide: '1-Sided',
      choseColor: false,
      side: '1-Sided',
      isColor: false,
      unitPrices: Array.from({ length: pages }, () => price),
      heldMinor: price * pages,
    };
  }

  private async settle(client: Client, { job, outcome, impressions }: ActOf<'settle'>): Promise<Answer> {
    const seen = await this.findJob(client, job);
    if (!seen) return { refused: 'job.unknown' };
    const total = seen.unit_prices.length;
    const most = Math.max(seen.impressions, Math.min(total, impressions));
    const { counting } = seen;
    const verdict = verdictOn({ outcome, counting, impressions: most, total });
    return this.settleJob(client, seen, {
      state: verdict.decided ? verdict.state : 'checking',
      outcome,
      reason: verdict.decided ? null : 'unknown-outcome',
      impressions: most,
      pages: verdict.decided ? verdict.capture : undefined,
      isShort: verdict.decided && verdict.countedShort,
    });
  }

  private async giveUp(client: Client, { job }: ActOf<'give up'>): Promise<Answer> {
    const seen = await this.findJob(client, job);
    if (!seen) return { refused: 'job.unknown' };
    const { impressions, counting } = seen;
    const outcome = seen.outcome ?? 'unknown';
    const total = seen.unit_prices.length;
    const pages = pagesAfterADay({ outcome, counting, impressions, total });
    const state = pages === total ? 'completed' : pages > 0 ? 'partial' : 'failed';
    const end = { state, outcome, reason: 'unknown-outcome', impressions, pages, isShort: false };
    const { repeated } = await this.callSettleJob(client, seen, end);
    return { done: !repeated };
  }

  private async giveBack(client: Client, { job, amount, key }: ActOf<'give back'>): Promise<Answer> {
    const seen = await this.findJob(client, job);
    if (!seen) return { refused: 'job.unknown' };
    return queryRow(client, 'SELECT ledger_give_back($1, $2, $3) AS done', [seen.id, amount, key]);
  }

  private async settleJob(client: Client, seen: FoundJob, ending: Ending): Promise<Answer> {
    const { state, impressions, captured, returned, available } = await this.callSettleJob(
      client,
      seen,
      ending,
    );
    return { state, impressions, captured: captured ?? 0, returned: returned ?? 0, available };
  }

  private async callSettleJob(client: Client, seen: FoundJob, ending: Ending): Promise<SettledRow> {
    const { pages } = ending;
    const capture =
      pages === undefined ? null : seen.unit_prices.slice(0, pages).reduce((sum, each) => sum + each, 0);
    return queryRow(
      client,
      'SELECT * FROM settle_job($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
      [
        seen.id,
        seen.impressions,
        seen.counting,
        ending.state,
        ending.outcome,
        ending.reason,
        ending.impressions,
        seen.counting,
        pages ?? null,
        capture,
        ending.isShort,
        pages !== undefined && pages > 0,
        remainderOf(seen, pages),
      ],
    );
  }

  private async findJob(client: Client, job: string): Promise<FoundJob | undefined> {
    const id = this.jobs.get(job);
    if (id === undefined) return undefined;
    const { rows } = await client.query<FoundJob>({
      name: 'seen',
      text: 'SELECT id, impressions, counting, outcome, unit_prices, revision, printed_document(id) AS document FROM jobs WHERE id = $1',
      values: [id],
    });
    return rows[0];
  }
}

interface FoundJob {
  id: string;
  impressions: number;
  counting: Counting;
  outcome: JobOutcome | null;
  unit_prices: number[];
  revision: number;
  document: PrintedDocument | null;
}

function remainderOf({ document, revision, unit_prices: prices }: FoundJob, captured: number | undefined) {
  if (document === null) return null;
  const left = leaveOutPrinted({ revision, total: prices.length, captured }, document);
  return JSON.stringify({ seen: document, ...left });
}

interface Ending {
  state: string;
  outcome: string;
  reason: string | null;
  impressions: number;
  /** The number of paid pages; undefined while it is unknown. */
  pages: number | undefined;
  isShort: boolean;
}

type SettledRow = {
  repeated: boolean;
  captured: number | null;
  returned: number | null;
} & Omit<Extract<Answer, { state: unknown }>, 'captured' | 'returned'>;

/**
 * The only row of a call's result. The statement is named after its text, so that the server parses it once a
 * connection.
 */
async function queryRow<Row>(client: Client, text: string, values: unknown[]): Promise<Row> {
  const { rows } = await client.query<Row & object>({ name: text.slice(0, 60), text, values });
  const [row] = rows;
  if (!row) throw new Error(`No answer to ${text}`);
  return row;
}
