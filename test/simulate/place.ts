import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import type { Breach } from '@sixpence/core/money/ledger/rules.query';
import { dataSourceOptions } from '@sixpence/core/platform/database/data-source';
import { JobVerifier } from '@sixpence/core/jobs/views/job-verifier.query';
import { StatementVerifier } from '@sixpence/core/money/statement/views/statement-verifier.query';
import { DataSource } from 'typeorm';
import { createDatabase } from '../support/core/database.js';
import { ReleaseWorld, type TestSite } from '../support/worlds/release.js';
import { aBareSite, newPeople, type Cast } from './cast.js';
import type { Caller } from './caller.js';
import { FunctionsCaller } from './functions-caller.js';
import type { Random } from './random.js';
import { ServicesCaller } from './services-caller.js';
import { pagesOfDocuments, peopleCount } from './steps.js';

/** A database with one site. Many seeds act in it one after the other, each with its own users. */
export interface Place extends AsyncDisposable {
  database: DataSource;
  keepsRefusals: boolean;
  cast(random: Random): Promise<Cast>;
  caller: Caller;
  breaches(): Promise<Breach[]>;
}

/** Calls the database's functions directly, as the services do: cheap enough for thousands of seeds. */
export async function placeOfFunctions(): Promise<Place> {
  await using begun = new AsyncDisposableStack();
  const made = await createDatabase();
  begun.defer(() => made.drop());
  const database = await patient(dataSourceOptions({ url: made.url, poolSize: 2 })).initialize();
  begun.defer(() => database.destroy());
  const site = await aBareSite(database);
  const caller = begun.use(await FunctionsCaller.open(made));
  const audits = [new LedgerVerifier(database), new JobVerifier(database), new StatementVerifier(database)];
  const after = begun.move();
  return {
    database,
    keepsRefusals: false,
    cast: async (random) => ({
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
    [Symbol.asyncDispose]: () => after.disposeAsync(),
  };
}

/** Calls core's services, with their side effects: slower, and closer to a box. */
export async function placeOfServices(): Promise<Place> {
  await using begun = new AsyncDisposableStack();
  const world = begun.use(await ReleaseWorld.start());
  const caller = begun.use(await ServicesCaller.open(world));
  const { database } = world;
  const slugs = Array.from({ length: peopleCount }, (_, person) => `printer-${person}`);
  const site: TestSite = await world.aSite({ slugs });
  const ids = { agentId: site.agent.id, printerIds: slugs.map((slug) => site.printers[slug]!) };
  const after = begun.move();
  return {
    database,
    keepsRefusals: true,
    cast: async () => ({
      agentId: site.agent.id,
      people: await newPeople(database, ids),
      pagePrices: pagesOfDocuments.map(() => 5),
    }),
    caller,
    breaches: () => world.breaches(),
    [Symbol.asyncDispose]: () => after.disposeAsync(),
  };
}

/** Queries for figures may wait without limit, because a busy machine says nothing about the ledger. */
function patient(options: ReturnType<typeof dataSourceOptions>): DataSource {
  const endless = { connectionTimeoutMillis: 0, idle_in_transaction_session_timeout: 0 };
  return new DataSource({ ...options, extra: { ...options.extra, ...endless } });
}
