import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Print codes and their budgets of wrong tries, panel sessions, releases, and jobs. */
export class Release1050 implements MigrationInterface {
  readonly name = 'Release1763600001050';

  async up(db: QueryRunner): Promise<void> {
    await createCodes(db);
    await createPanelSessions(db);
    await createJobs(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE jobs, releases, panel_sessions, try_budgets, print_codes');
  }
}

async function createCodes(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE print_codes (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      owner_id uuid NOT NULL REFERENCES users,
      code_hash bytea NOT NULL,
      state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'redeemed', 'replaced', 'expired')),
      created_at timestamptz NOT NULL DEFAULT app_now(),
      expires_at timestamptz NOT NULL
    )`);
  // The last guards: whatever goes wrong above, no code opens two queues and nobody has two codes.
  await db.query(
    `CREATE UNIQUE INDEX print_codes_distinct ON print_codes (code_hash) WHERE state = 'active'`,
  );
  await db.query(`CREATE UNIQUE INDEX print_codes_one_each ON print_codes (owner_id) WHERE state = 'active'`);
  await db.query(`CREATE INDEX print_codes_expiry ON print_codes (expires_at)`);

  await db.query(`
    CREATE TABLE try_budgets (
      scope text PRIMARY KEY,
      wrong int NOT NULL,
      since timestamptz NOT NULL,
      pauses int NOT NULL,
      paused_until timestamptz
    )`);
}

async function createPanelSessions(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE panel_sessions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      request_id uuid NOT NULL UNIQUE,
      owner_id uuid NOT NULL REFERENCES users,
      printer_id uuid NOT NULL REFERENCES printers,
      agent_id uuid NOT NULL REFERENCES agents,
      created_at timestamptz NOT NULL DEFAULT app_now(),
      touched_at timestamptz NOT NULL DEFAULT app_now(),
      ended_at timestamptz
    )`);
  await db.query(
    `CREATE UNIQUE INDEX panel_sessions_one_each ON panel_sessions (printer_id) WHERE ended_at IS NULL`,
  );
  await db.query(`CREATE INDEX panel_sessions_open ON panel_sessions (owner_id) WHERE ended_at IS NULL`);
}

async function createJobs(db: QueryRunner): Promise<void> {
  // A refused release is kept too, so that asking again answers the same.
  await db.query(`
    CREATE TABLE releases (
      id uuid PRIMARY KEY,
      agent_id uuid NOT NULL REFERENCES agents,
      panel_session_id uuid REFERENCES panel_sessions,
      owner_id uuid REFERENCES users,
      printer_id uuid REFERENCES printers,
      refused text,
      created_at timestamptz NOT NULL DEFAULT app_now(),
      CHECK (refused IS NOT NULL
             OR (panel_session_id IS NOT NULL AND owner_id IS NOT NULL AND printer_id IS NOT NULL))
    )`);
  await db.query(`CREATE INDEX releases_session ON releases (panel_session_id)`);

  // What a job says of its document is a copy: statements show it for years after the document is gone.
  await db.query(`
    CREATE TABLE jobs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      release_id uuid NOT NULL REFERENCES releases,
      position int NOT NULL,
      owner_id uuid NOT NULL REFERENCES users,
      printer_id uuid NOT NULL REFERENCES printers,
      agent_id uuid NOT NULL REFERENCES agents,
      document_id uuid NOT NULL,
      revision int NOT NULL,
      file_name text NOT NULL,
      side text NOT NULL CHECK (side IN ('1-Sided', '2-Sided')),
      is_color boolean NOT NULL,
      counting text NOT NULL CHECK (counting IN ('impressions', 'sheets', 'none')),
      currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
      unit_prices int[] NOT NULL CHECK (cardinality(unit_prices) >= 1),
      held_minor bigint NOT NULL CHECK (held_minor >= 0),
      state text NOT NULL DEFAULT 'held' CHECK (state IN
        ('held', 'printing', 'stalled', 'checking', 'completed', 'partial', 'failed', 'canceled')),
      reason text,
      outcome text,
      impressions int NOT NULL DEFAULT 0 CHECK (impressions BETWEEN 0 AND cardinality(unit_prices)),
      sequence int NOT NULL DEFAULT -1,
      captured_minor bigint,
      returned_minor bigint,
      counted_short boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT app_now(),
      ended_at timestamptz,
      settled_at timestamptz,
      UNIQUE (release_id, position),
      CHECK ((settled_at IS NOT NULL) = (state IN ('completed', 'partial', 'failed', 'canceled'))),
      CHECK ((settled_at IS NOT NULL) = (captured_minor IS NOT NULL AND returned_minor IS NOT NULL)),
      CHECK (captured_minor >= 0 AND returned_minor >= 0 AND captured_minor + returned_minor = held_minor)
    )`);
  await db.query(`CREATE INDEX jobs_owner ON jobs (owner_id, created_at)`);
  await db.query(`CREATE INDEX jobs_open ON jobs (printer_id, created_at) WHERE settled_at IS NULL`);
}
