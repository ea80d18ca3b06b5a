import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says in the schema what the names of columns do not say. */
export class ColumnComments2020 implements MigrationInterface {
  readonly name = 'ColumnComments1763600002020';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      COMMENT ON COLUMN users.password_hash IS 'argon2id in its standard text form. Null: the person has no password.';
      COMMENT ON COLUMN users.locked_at IS 'While it is set, the person cannot sign in and none of their sessions is valid.';
      COMMENT ON COLUMN users.joined_network IS 'The keyed hash of the network from which the account was made. Null: staff made it, or the person has left.';
      COMMENT ON COLUMN users.erased_at IS 'From then on the row is a pseudonym for jobs and the ledger, without data that identifies the person.';
      COMMENT ON TABLE addresses IS 'Proven addresses only, so that no person can reserve another person''s address.';
      COMMENT ON COLUMN addresses.undeliverable_at IS 'From then on a mail server refuses mail to this address for good.';
      COMMENT ON COLUMN addresses.leaving_at IS 'When the removed address is deleted. Until then it counts as before, so a thief cannot take it away at once.';
      COMMENT ON COLUMN sessions.token_hash IS 'The keyed hash of the token. The token itself is stored nowhere.';
      COMMENT ON COLUMN sessions.device IS 'Browser and system. Null: no request yet, or the header names neither.';
      COMMENT ON COLUMN organisations.refunds IS 'self: people may refund top-ups to their cards without staff.';
      COMMENT ON COLUMN sites.currency IS 'Never changes: the prices and ledger entries of the site are in it.';
      COMMENT ON COLUMN sites.time_zone IS 'An IANA name, such as Europe/London.';
      COMMENT ON TABLE price_lists IS 'Prices of a page, not of a sheet, in minor units. A list never changes; a newer one replaces it.';
      COMMENT ON COLUMN printers.agent_id IS 'The box that drives the printer. Null: the site has none yet.';
      COMMENT ON COLUMN printers.slug IS 'The name in addresses: small letters, digits, and hyphens, at most 60.';
      COMMENT ON COLUMN printers.counting IS 'What the printer''s count of a job means; the settlement table depends on it.';
      COMMENT ON COLUMN printers.state IS 'Null until the printer has reported, like color and duplex.';
      COMMENT ON COLUMN printers.reasons IS 'IPP''s printer-state-reasons, such as media-empty.';
      COMMENT ON COLUMN printers.troubled_at IS 'When the printer last became unusable; back_at: when it last became usable again.';
      COMMENT ON COLUMN printers.pairing_round IS 'A device that was paired in an earlier round may not show the panel.';
      COMMENT ON COLUMN agents.public_key IS 'Ed25519, SPKI DER. The box signs with the private key to prove its identity.';
      COMMENT ON COLUMN agents.seen_at IS 'When the box was last known to be connected. Null before its first connection.';
      COMMENT ON COLUMN agents.contract IS 'The version of the contract with core that the box speaks.';
      COMMENT ON COLUMN agents.revoked_at IS 'Since then the box may not connect. A revocation is final.';
      COMMENT ON COLUMN agent_invites.code_hash IS 'The keyed hash of the code. The code itself is shown once and not stored.';
      COMMENT ON COLUMN agent_invites.agent_id IS 'The box that used the invite. Null: it is unused.';
      COMMENT ON COLUMN print_reports.id IS 'The box chooses it, so that a repeated report is stored once.';
      COMMENT ON COLUMN print_reports.closed_with IS 'What staff did about it. Null: the report is open.'`);
  }

  /** Does nothing: the earlier version works with the comments. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
