import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where people print: organisations, sites with their prices, printers, and the agents that drive them. */
export class Sites1040 implements MigrationInterface {
  readonly name = 'Sites1763600001040';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE organisations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT app_now()
      )`);
    await db.query(`
      CREATE TABLE sites (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        organisation_id uuid NOT NULL REFERENCES organisations,
        name text NOT NULL UNIQUE,
        currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
        time_zone text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        UNIQUE (id, currency)
      )`);

    // A price list is never changed: a new one begins. What somebody was charged can always be looked up.
    await db.query(`
      CREATE TABLE price_lists (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        site_id uuid NOT NULL,
        currency text NOT NULL,
        valid_from timestamptz NOT NULL,
        mono_one_sided_minor int NOT NULL CHECK (mono_one_sided_minor >= 0),
        mono_two_sided_minor int NOT NULL CHECK (mono_two_sided_minor >= 0),
        color_one_sided_minor int NOT NULL CHECK (color_one_sided_minor >= 0),
        color_two_sided_minor int NOT NULL CHECK (color_two_sided_minor >= 0),
        created_at timestamptz NOT NULL DEFAULT app_now(),
        FOREIGN KEY (site_id, currency) REFERENCES sites (id, currency)
      )`);
    await db.query(`CREATE INDEX price_lists_current ON price_lists (site_id, valid_from DESC)`);

    await db.query(`
      CREATE TABLE agents (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        site_id uuid NOT NULL REFERENCES sites,
        name text NOT NULL,
        public_key bytea NOT NULL UNIQUE,
        enrolled_at timestamptz NOT NULL DEFAULT app_now(),
        revoked_at timestamptz
      )`);
    await db.query(`
      CREATE TABLE agent_invites (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        site_id uuid NOT NULL REFERENCES sites,
        code_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        expires_at timestamptz NOT NULL,
        agent_id uuid REFERENCES agents
      )`);

    await db.query(`
      CREATE TABLE printers (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        site_id uuid NOT NULL REFERENCES sites,
        agent_id uuid REFERENCES agents,
        slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 60),
        name text NOT NULL,
        uri text NOT NULL,
        counting text NOT NULL DEFAULT 'impressions' CHECK (counting IN ('impressions', 'sheets', 'none')),
        state text CHECK (state IN ('idle', 'processing', 'stopped', 'unreachable')),
        reasons text[] NOT NULL DEFAULT '{}',
        accepting boolean NOT NULL DEFAULT true,
        color boolean,
        duplex boolean,
        formats text[] NOT NULL DEFAULT '{}',
        make_and_model text NOT NULL DEFAULT '',
        reported_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        UNIQUE (site_id, slug)
      )`);
    await db.query(`CREATE INDEX printers_agent ON printers (agent_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE printers, agent_invites, agents, price_lists, sites, organisations');
  }
}
