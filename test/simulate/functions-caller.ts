import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@sixpence/contracts/refusals';
import { exactNumbers } from '@sixpence/core/platform/database/numbers';
import { Client, DatabaseError } from 'pg';
import type { TestDatabase } from '../support/core/database.js';
import { eventually } from '../support/eventually.js';
import type { Act, Answer, Cut } from './act.js';
import type { SeedData } from './seed-data.js';
import type { Caller } from './caller.js';
import { FunctionCalls } from './function-calls.js';
import { meetAtWallet } from './meet-at-wallet.js';

const maxTries = 3;
const asNumbers = { getTypeParser: (type: number) => exactNumbers.getTypeParser(type) };

/** Calls the database's functions on two connections that the test can cut. */
export class FunctionsCaller implements Caller {
  private seedData!: SeedData;
  private calls!: FunctionCalls;

  private constructor(
    private readonly made: TestDatabase,
    private readonly clients: [Connection, Connection],
    private readonly superuser: Client,
  ) {}

  static async open(made: TestDatabase): Promise<FunctionsCaller> {
    const clients = [await connect(made.url), await connect(made.url)] as [Connection, Connection];
    return new FunctionsCaller(made, clients, (await connect(made.superuserUrl)).client);
  }

  useSeedData(seedData: SeedData): void {
    this.seedData = seedData;
    this.calls = new FunctionCalls(seedData);
  }

  runAct(act: Act): Promise<Answer> {
    return this.applyWithRetries(this.clients[0].client, act);
  }

  runConcurrently(acts: readonly [Act, Act], waitAtWalletOf: number | undefined): Promise<Answer[]> {
    const work = () =>
      Promise.all(acts.map((act, index) => this.applyWithRetries(this.clients[index]!.client, act)));
    return waitAtWalletOf === undefined
      ? work()
      : meetAtWallet(this.superuser, this.seedData.people[waitAtWalletOf]!.id, work);
  }

  async runAndCut(act: Act, { from, afterMs }: Cut): Promise<Answer> {
    const [{ client, pid }] = this.clients;
    const sent = this.applyWithRetries(client, act).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code !== '57P01') throw error;
    });
    await sleep(afterMs / 2);
    if (from === 'server') await this.superuser.query('SELECT pg_terminate_backend($1)', [pid]);
    else client.connection.stream.destroy();
    await sent;
    await this.waitForProcessEnd(pid);
    this.clients[0] = await connect(this.made.url);
    return this.runAct(act);
  }

  jobId(job: string): string | undefined {
    return this.calls.jobs.get(job);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      [...this.clients.map(({ client }) => client), this.superuser].map((client) => client.end()),
    );
  }

  /**
   * A server process that lost its client still finishes the running statement. Waits for its end, so that
   * the statement cannot run after the next act.
   */
  private async waitForProcessEnd(pid: number): Promise<void> {
    const hasEnded = async () => {
      const found = await this.superuser.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      return found.rowCount === 0;
    };
    await eventually(hasEnded, { what: 'the server process of a cut connection has ended', pollMs: 1 });
  }

  /** A deadlock is a failure, not an answer: every function locks in one order. */
  private async applyWithRetries(client: Client, act: Act): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.calls.applyAct(client, act);
      } catch (error) {
        if (error instanceof Refusal) return { refused: error.code };
        if (!(error instanceof DatabaseError)) throw error;
        if (error.code === 'SX001') return { refused: error.message };
        if (error.code !== '40001' || tries === maxTries) throw error;
      }
    }
  }
}

interface Connection {
  client: Client;
  /** The server process of the connection. */
  pid: number;
}

async function connect(url: string): Promise<Connection> {
  const client = new Client({ connectionString: url, types: asNumbers });
  // Errors are ignored here: when the connection is cut, the running query is rejected as well.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { client, pid: rows[0]!.pid };
}
