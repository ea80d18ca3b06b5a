import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which sessions have just ended: cores that hold their sockets ask for the latest ends, and not for every socket whether
 * its session lives. The database writes them itself, so that nothing that ends a session can forget to.
 */
export class EndedSessions1620 implements MigrationInterface {
  readonly name = 'EndedSessions1763600001620';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE ended_sessions (
        session_id uuid PRIMARY KEY,
        ended_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await db.query('CREATE INDEX ended_sessions_latest ON ended_sessions (ended_at)');
    await db.query(`
      CREATE FUNCTION sessions_ended() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO ended_sessions (session_id) SELECT id FROM ended ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await db.query(`
      CREATE TRIGGER sessions_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
      FOR EACH STATEMENT EXECUTE FUNCTION sessions_ended()`);
    await db.query('CREATE INDEX users_locked ON users (locked_at) WHERE locked_at IS NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX users_locked');
    await db.query('DROP TRIGGER sessions_ended ON sessions');
    await db.query('DROP FUNCTION sessions_ended');
    await db.query('DROP TABLE ended_sessions');
  }
}
