import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { one } from '@sixpence/core/platform/database/sql';
import type { DataSource } from 'typeorm';
import { pagesOfDocuments, peopleCount, revisionOfDocuments } from './steps.js';

/** A user at a printer, with their documents. */
export interface Person {
  id: string;
  printerId: string;
  panelSessionId: string;
  documents: string[];
}

/** The users of one seed, and the price of a page for each document. */
export interface SeedData {
  agentId: string;
  people: Person[];
  pagePrices: number[];
}

/** The site of one database where all users print. */
export interface Site {
  agentId: string;
  printerIds: string[];
}

export async function aBareSite(database: DataSource): Promise<Site> {
  const { publicKey } = generateKeyPairSync('ed25519');
  const site = await one<Site>(
    database,
    `WITH o AS (INSERT INTO organisations (name) VALUES ('Simulated') RETURNING id),
       s AS (INSERT INTO sites (organisation_id, name, currency, time_zone)
             SELECT id, 'Simulated', 'GBP', 'Europe/London' FROM o RETURNING id),
       a AS (INSERT INTO agents (site_id, name, public_key) SELECT id, 'box', :key FROM s
         RETURNING id, site_id),
       p AS (INSERT INTO printers (site_id, agent_id, slug, name, uri)
             SELECT site_id, id, 'printer-' || n, 'printer', 'ipp://localhost'
               FROM a, generate_series(1, :peopleCount) AS n
             RETURNING id, agent_id)
     SELECT (SELECT id FROM a) AS agent_id, array_agg(id) AS printer_ids FROM p`,
    { key: publicKey.export({ format: 'der', type: 'spki' }), peopleCount },
  );
  return site!;
}

/** Makes new users at the printers, and ends the panel sessions of the previous seed. */
export async function newPeople(database: DataSource, { agentId, printerIds }: Site): Promise<Person[]> {
  await database.query('UPDATE panel_sessions SET ended_at = app_now() WHERE ended_at IS NULL');
  return Promise.all(printerIds.map((printerId) => newPerson(database, agentId, printerId)));
}

async function newPerson(database: DataSource, agentId: string, printerId: string): Promise<Person> {
  const documents = pagesOfDocuments.map((pages) => ({
    id: randomUUID(),
    pages: Array.from({ length: pages }, () => ({
      widthPoints: 595,
      heightPoints: 842,
      hasColor: false,
      isBlank: false,
    })),
  }));
  const row = await one<{ id: string; panelSessionId: string }>(
    database,
    `WITH u AS (INSERT INTO users DEFAULT VALUES RETURNING id),
       s AS (INSERT INTO panel_sessions (request_id, owner_id, printer_id, agent_id)
             SELECT gen_random_uuid(), id, :printerId, :agentId FROM u RETURNING id),
       d AS (INSERT INTO documents (id, owner_id, file_name, side, is_color, expires_at)
             SELECT (d->>'id')::uuid, u.id, 'essay.pdf', '1-Sided', false, app_now() + interval '72 hours'
             FROM u, jsonb_array_elements(:documents::jsonb) AS d),
       r AS (INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, keep_pages,
                                          page_count, pages, conversion_id)
             SELECT (d->>'id')::uuid, :revision, 'ready', 'application/pdf', :revision - 1,
                    ARRAY(SELECT generate_series(1, jsonb_array_length(d->'pages'))),
                      jsonb_array_length(d->'pages'), d->'pages',
                    gen_random_uuid()
             FROM jsonb_array_elements(:documents::jsonb) AS d)
     SELECT u.id, s.id AS panel_session_id FROM u, s`,
    { printerId, agentId, revision: revisionOfDocuments, documents: JSON.stringify(documents) },
  );
  return { ...row!, printerId, documents: documents.map(({ id }) => id) };
}
