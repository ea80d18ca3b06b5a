import { LedgerAudit } from '@sixpence/core/money/ledger/ledger-audit.query';
import type { Breach } from '@sixpence/core/money/ledger/rules.query';
import { dataSourceOptions } from '@sixpence/core/platform/database/data-source';
import { JobAudit } from '@sixpence/core/jobs/job-audit.query';
import { StatementAudit } from '@sixpence/core/money/statement/statement-audit.query';
import { DataSource } from 'typeorm';
import { createDatabase } from '../support/core/database.js';
import { ReleaseWorld, type TestSite } from '../support/worlds/release.js';
import { aBareSite, newPeople, type Cast } from './cast.js';
import type { Door } from './door.js';
import { FunctionsDoor } from './functions-door.js';
import type { Random } from './random.js';
import { ServicesDoor } from './services-door.js';
import { pagesOfDocuments, peopleCount } from './steps.js';

/** A database with one site, in which many seeds act, one after the other and each with people of its own. */
export interface Place extends AsyncDisposable {
  database: DataSource;
  keepsRefusals: boolean;
  cast(random: Random): Promise<Cast>;
  door: Door;
  breaches(): Promise<Breach[]>;
}

/** The database's own functions are called, as the services call them: cheap enough for thousands of seeds. */
export async function placeOfFunctions(): Promise<Place> {
  await using begun = new AsyncDisposableStack();
  const made = await createDatabase();
  begun.defer(() => made.drop());
  const database = await patient(dataSourceOptions({ url: made.url, poolSize: 2 })).initialize();
  begun.defer(() => database.destroy());
  const site = await aBareSite(database);
  const door = begun.use(await FunctionsDoor.open(made));
  const audits = [new LedgerAudit(database), new JobAudit(database), new StatementAudit(database)];
  const after = begun.move();
  return {
    database,
    keepsRefusals: false,
    cast: async (random) => ({
      agentId: site.agentId,
      people: await newPeople(database, site),
      pagePrices: pagesOfDocuments.map(() => random.pick([0, 4, 5, 20])),
    }),
    door,
    breaches: async () => {
      // Nobody carries facts away from here, so that they would be found to wait too long.
      await database.query('UPDATE outbox SET published_at = app_now() WHERE published_at IS NULL');
      return (await Promise.all(audits.map((audit) => audit.breaches()))).flat();
    },
    [Symbol.asyncDispose]: () => after.disposeAsync(),
  };
}

/** Core's services are called, with what core does beside: slower, and nearer to a box. */
export async function placeOfServices(): Promise<Place> {
  await using begun = new AsyncDisposableStack();
  const world = begun.use(await ReleaseWorld.start());
  const door = begun.use(await ServicesDoor.open(world));
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
    door,
    breaches: () => world.breaches(),
    [Symbol.asyncDispose]: () => after.disposeAsync(),
  };
}

/** What asks for figures waits however busy the machine is: that says nothing of the ledger. */
function patient(options: ReturnType<typeof dataSourceOptions>): DataSource {
  const endless = { connectionTimeoutMillis: 0, idle_in_transaction_session_timeout: 0 };
  return new DataSource({ ...options, extra: { ...options.extra, ...endless } });
}
