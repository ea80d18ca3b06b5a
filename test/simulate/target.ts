import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import type { Breach } from '@sixpence/core/money/ledger/rules.query';
import { dataSourceOptions } from '@sixpence/core/platform/database/data-source';
import { JobVerifier } from '@sixpence/core/jobs/views/job-verifier.query';
import { StatementVerifier } from '@sixpence/core/money/statement/views/statement-verifier.query';
import { DataSource } from 'typeorm';
import { createDatabase, type Patience } from '../support/core/database.js';
import { eventually } from '../support/eventually.js';
import { ReleaseWorld, type TestSite } from '../support/worlds/release.js';
import { aBareSite, newPeople, type SeedData } from './seed-data.js';
import type { Caller } from './caller.js';
import { FunctionsCaller } from './functions-caller.js';
import type { Random } from './random.js';
import { ServicesCaller } from './services-caller.js';
import { pagesOfDocuments, peopleCount } from './steps.js';

/**
 * A busy machine is no fault of the ledger, so a statement may take any time. A lock that no transaction
 * releases is a fault: waiting for it ends with an error.
 */
const simulatedPatience: Patience = { lockMs: 240_000, statementMs: 0, idleInTransactionMs: 0 };

/** A database with one site. Many seeds use it one after the other, each with its own users. */
export interface Target extends AsyncDisposable {
  database: DataSource;
  keepsRefusals: boolean;
  makeSeedData(random: Random): Promise<SeedData>;
  caller: Caller;
  breaches(): Promise<Breach[]>;
}

/** A target whose acts call the database's functions directly. It is fast enough for thousands of seeds. */
export async function openFunctionsTarget(): Promise<Target> {
  await using opened = new AsyncDisposableStack();
  const made = await createDatabase(simulatedPatience);
  opened.defer(() => made.drop());
  const options = dataSourceOptions({ url: made.url, poolSize: 2 });
  const database = await withoutConnectionTimeout(options).initialize();
  opened.defer(() => database.destroy());
  const site = await aBareSite(database);
  const caller = opened.use(await FunctionsCaller.open(made));
  const audits = [new LedgerVerifier(database), new JobVerifier(database), new StatementVerifier(database)];
  const resources = opened.move();
  return {
    database,
    keepsRefusals: false,
    makeSeedData: async (random) => ({
      agentId: site.agentId,
      people: await newPeople(database, site),
      pagePrices: pagesOfDocuments.map(() => random.pick([0, 4, 5, 20])),
    }),
    caller,
    breaches: async () => {
      // No publisher runs here, so the audits would report that facts wait too long.
      await database.query('UPDATE outbox SET published_at = app_now() WHERE published_at IS NULL');
      return (await Promise.all(audits.map((audit) => audit.breaches()))).flat();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** A target whose acts call core's services, with their side effects. It is slower. */
export async function openServicesTarget(): Promise<Target> {
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await ReleaseWorld.start({}, simulatedPatience));
  const caller = opened.use(await ServicesCaller.open(world));
  const { database } = world;
  const slugs = Array.from({ length: peopleCount }, (_, person) => `printer-${person}`);
  const site: TestSite = await world.aSite({ slugs });
  const ids = { agentId: site.agent.id, printerIds: slugs.map((slug) => site.printers[slug]!) };
  const resources = opened.move();
  return {
    database,
    keepsRefusals: true,
    makeSeedData: async () => ({
      agentId: site.agent.id,
      people: await newPeople(database, ids),
      pagePrices: pagesOfDocuments.map(() => 5),
    }),
    caller,
    breaches: async () => {
      // The audits report facts that wait too long, and a busy machine publishes late.
      await eventually(async () => (await waitingFacts(database)) === 0, { what: 'each fact is published' });
      return world.breaches();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function waitingFacts(database: DataSource): Promise<number> {
  const rows: unknown[] = await database.query('SELECT FROM outbox WHERE published_at IS NULL LIMIT 1');
  return rows.length;
}

/** A query waits for a free connection of the pool without limit. */
function withoutConnectionTimeout(options: ReturnType<typeof dataSourceOptions>): DataSource {
  return new DataSource({ ...options, extra: { ...options.extra, connectionTimeoutMillis: 0 } });
}
