import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents, their revisions, and each person's print options. */
export class Documents1020 implements MigrationInterface {
  readonly name = 'Documents1763600001020';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE print_options (
        user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        side text NOT NULL CHECK (side IN ('1-Sided', '2-Sided')),
        is_color boolean NOT NULL
      )`);

    await db.query(`
      CREATE TABLE documents (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        owner_id uuid NOT NULL REFERENCES users,
        file_name text NOT NULL,
        side text NOT NULL CHECK (side IN ('1-Sided', '2-Sided')),
        is_color boolean NOT NULL,
        current_revision int NOT NULL DEFAULT 1,
        open_jobs int NOT NULL DEFAULT 0 CHECK (open_jobs >= 0),
        created_at timestamptz NOT NULL DEFAULT app_now(),
        expires_at timestamptz NOT NULL,
        printed_at timestamptz,
        deleted_at timestamptz
      )`);
    await db.query(`CREATE INDEX documents_owner ON documents (owner_id, created_at)`);
    await db.query(`CREATE INDEX documents_expiry ON documents (expires_at)`);
    await db.query(`CREATE INDEX documents_deleted ON documents (deleted_at) WHERE deleted_at IS NOT NULL`);

    await db.query(`
      CREATE TABLE document_revisions (
        document_id uuid NOT NULL REFERENCES documents ON DELETE CASCADE,
        revision int NOT NULL CHECK (revision >= 1),
        state text NOT NULL CHECK (state IN ('awaiting-upload', 'uploaded', 'ready', 'failed')),
        media_type text NOT NULL,
        byte_length bigint NOT NULL DEFAULT 0,
        digest bytea,
        based_on int,
        keep_pages int[],
        conversion_id uuid,
        page_count int,
        pages jsonb,
        reason text,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        PRIMARY KEY (document_id, revision),
        CHECK ((revision = 1) = (based_on IS NULL)),
        CHECK ((state = 'ready') = (pages IS NOT NULL)),
        CHECK (state <> 'ready' OR (page_count >= 1 AND conversion_id IS NOT NULL)),
        CHECK ((state = 'failed') = (reason IS NOT NULL))
      )`);

    // The table of allowed moves, once more where nothing can get round it (apps/core/src/documents/preparation/revision-state.ts).
    await db.query(`
      CREATE FUNCTION document_revision_moves() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (OLD.state, NEW.state) NOT IN (('awaiting-upload', 'uploaded'), ('uploaded', 'ready'), ('uploaded', 'failed')) THEN
          RAISE EXCEPTION 'document revision: % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await db.query(`
      CREATE TRIGGER document_revision_moves BEFORE UPDATE ON document_revisions
      FOR EACH ROW EXECUTE FUNCTION document_revision_moves()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE document_revisions, documents, print_options');
    await db.query('DROP FUNCTION document_revision_moves');
  }
}
