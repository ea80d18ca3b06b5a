-- The schema of version 0.2.0, which every later migration changes. It is never edited.
--
-- Functions are not here: functions/*.sql holds them, and core applies it after migrating. Columns and
-- triggers need some by name: these are declared first.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT clock_timestamp()';
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION document_revision_attempts() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION document_revision_moves() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION document_revision_once() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION ledger_keeps_payments() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION sessions_ended() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';

-- ==== What every process uses ====

-- How far app_now() is ahead of the clock. Only tests write it; elsewhere the table is empty.
CREATE TABLE clock_shift (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  shift interval NOT NULL
);

-- Counters of attempts, in the shape that rate-limiter-flexible expects.
CREATE TABLE attempt_budgets (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- Facts that wait to be published, written in the transaction of the change that they report.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  subject text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  published_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  -- A fact that cannot be sent waits until then and lets the others pass.
  retry_at timestamptz
);
CREATE INDEX outbox_age ON outbox (created_at);
CREATE INDEX outbox_waiting ON outbox (sequence) WHERE published_at IS NULL;

-- The stream that the outbox was last sent to. To a new stream all of it is sent again.
CREATE TABLE outbox_stream (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  created text NOT NULL
);

-- Messages that a consumer could not handle after its last try.
CREATE TABLE parked_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  durable text NOT NULL,
  subject text NOT NULL,
  payload text NOT NULL CHECK (octet_length(payload) <= 2048),
  error text NOT NULL,
  tries integer NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- A message that was cut cannot be handled again.
  is_whole boolean NOT NULL
);
CREATE INDEX parked_messages_parked ON parked_messages (parked_at);

-- Mail that waits to be sent, encrypted. A mail that is given up keeps its reason and loses its content.
CREATE TABLE outgoing_mails (
  id uuid PRIMARY KEY,
  sealed bytea,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  useful_until timestamptz NOT NULL,
  next_try_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  given_up_at timestamptz,
  reason text,
  CONSTRAINT outgoing_mails_check CHECK ((given_up_at IS NULL) = (sealed IS NOT NULL))
);
CREATE INDEX outgoing_mails_due ON outgoing_mails (next_try_at) WHERE given_up_at IS NULL;

-- What staff did to whom, and why. Rows are only added.
CREATE TABLE audit (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT app_now(),
  actor text NOT NULL CHECK (actor <> ''),
  act text NOT NULL CHECK (act <> ''),
  subject text NOT NULL CHECK (subject <> ''),
  reason text NOT NULL CHECK (reason <> '')
);
CREATE INDEX audit_subject ON audit (subject, id);
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

-- ==== People and how they sign in ====

-- People. A person who left stays as a pseudonym, because jobs and the ledger refer to the row.
CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  locked_at timestamptz,
  -- A keyed hash of the network that the account was made from: shared resources are divided among networks.
  joined_network bytea,
  erased_at timestamptz,
  CONSTRAINT users_erased_have_no_way_in
    CHECK (erased_at IS NULL OR password_hash IS NULL AND locked_at IS NOT NULL)
);
CREATE INDEX users_joined_network ON users (joined_network, created_at) WHERE joined_network IS NOT NULL;
CREATE INDEX users_locked ON users (locked_at) WHERE locked_at IS NOT NULL;

-- E-mail addresses of people. A person may have several; each was proven.
CREATE TABLE addresses (
  address text PRIMARY KEY CHECK (length(address) <= 254),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  proven_at timestamptz NOT NULL DEFAULT app_now(),
  proven_by text NOT NULL CHECK (proven_by IN ('code', 'google', 'microsoft', 'apple', 'operator')),
  is_primary boolean NOT NULL,
  undeliverable_at timestamptz,
  -- A removed address stops changes until then.
  leaving_at timestamptz,
  -- Only A to Z: for other letters PostgreSQL and the code that writes them differ.
  CONSTRAINT addresses_lower CHECK (address = lower(address COLLATE "C"))
);
CREATE UNIQUE INDEX addresses_primary ON addresses (user_id) WHERE is_primary;
CREATE INDEX addresses_leaving ON addresses (leaving_at) WHERE leaving_at IS NOT NULL;
CREATE INDEX addresses_user ON addresses (user_id);

-- Changes of addresses that can be stopped for 72 hours, by a link that only an earlier address gets.
CREATE TABLE address_changes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('added', 'removed', 'primary')),
  address text NOT NULL,
  was_primary text,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT address_changes_check CHECK ((was_primary IS NOT NULL) = (kind = 'primary'))
);
CREATE INDEX address_changes_age ON address_changes (created_at);
CREATE INDEX address_changes_user ON address_changes (user_id);

-- How often a network was told whether an address has an account.
CREATE TABLE account_questions (
  network_hash bytea PRIMARY KEY,
  since timestamptz NOT NULL,
  -- Keyed hashes of the addresses that the network was told about: asking again about one is not counted.
  told bytea[] NOT NULL,
  refused integer NOT NULL DEFAULT 0
);
CREATE INDEX account_questions_age ON account_questions (since);

-- One-time codes by e-mail, as keyed hashes. Each browser that asks has a code of its own.
CREATE TABLE email_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purpose text NOT NULL CHECK (purpose IN ('sign-up', 'reset', 'address', 'provider')),
  address_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  mail_id uuid NOT NULL UNIQUE,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  asker_hash bytea NOT NULL,
  -- The network or device whose budget the code counts in.
  payer_hash bytea NOT NULL
);
CREATE UNIQUE INDEX email_codes_one_each ON email_codes (address_hash, purpose, asker_hash)
  WHERE ended_at IS NULL;
CREATE INDEX email_codes_age ON email_codes (created_at);
CREATE INDEX email_codes_counted ON email_codes (address_hash, created_at);

-- Sessions of browsers. The token is stored as a hash.
CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  device text,
  last_seen_at timestamptz
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION sessions_ended();

-- Sessions that have just ended, written by a trigger, so that cores close their sockets.
CREATE TABLE ended_sessions (
  session_id uuid PRIMARY KEY,
  ended_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ended_sessions_latest ON ended_sessions (ended_at);

-- The identities of people at Google, Microsoft, and Apple.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('google', 'microsoft', 'apple')),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- The identity was linked to an account that was there before, and did not make it.
  is_linked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_user ON identities (user_id);

-- Sign-ins at a provider that have begun. Each belongs to one browser and is good once.
CREATE TABLE social_states (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  is_sign_up boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX social_states_age ON social_states (created_at);

-- People whose provider does not prove their address: encrypted, until a mailed code proves it.
CREATE TABLE unproven_people (
  browser_hash bytea PRIMARY KEY,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX unproven_people_age ON unproven_people (expires_at);

-- ==== Documents ====

-- Documents of people. Their bytes are in the storage.
CREATE TABLE documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL REFERENCES users,
  file_name text NOT NULL,
  side text NOT NULL CHECK (side IN ('1-Sided', '2-Sided')),
  is_color boolean NOT NULL,
  open_jobs integer NOT NULL DEFAULT 0 CHECK (open_jobs >= 0),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  printed_at timestamptz,
  deleted_at timestamptz,
  removal_failed_at timestamptz,
  -- How many senders have begun to send the bytes: only the last one counts.
  senders integer NOT NULL DEFAULT 0,
  -- Bytes that are being received count in the quota.
  receiving_bytes bigint NOT NULL DEFAULT 0 CHECK (receiving_bytes >= 0),
  -- Pages of the original that were printed and captured.
  printed_pages integer[] NOT NULL DEFAULT '{}',
  -- Of jobs that ended while others are at work: pages that came out, and pages that did not.
  ended_printed integer[],
  ended_left integer[]
);
CREATE INDEX documents_deleted ON documents (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX documents_expiry ON documents (expires_at);
CREATE INDEX documents_owner ON documents (owner_id, created_at);

-- Revisions of a document. Revision 1 is the original; a later one selects pages of it.
CREATE TABLE document_revisions (
  document_id uuid NOT NULL REFERENCES documents ON DELETE CASCADE,
  revision integer NOT NULL CHECK (revision >= 1),
  state text NOT NULL CHECK (state IN ('awaiting-upload', 'uploaded', 'ready', 'failed')),
  media_type text NOT NULL,
  byte_length bigint NOT NULL DEFAULT 0,
  digest bytea,
  based_on integer,
  -- Pages of revision 1 that this revision keeps.
  keep_pages integer[],
  conversion_id uuid,
  page_count integer,
  pages jsonb,
  reason text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- When it was first handed to the converters: how long it waits is counted from here.
  handed_out_at timestamptz,
  answered_at timestamptz,
  -- The pages that jobs have not printed.
  is_rest boolean NOT NULL DEFAULT false,
  attempt integer NOT NULL DEFAULT 1,
  handed_out_again_at timestamptz,
  PRIMARY KEY (document_id, revision),
  CONSTRAINT document_revisions_check CHECK ((revision = 1) = (based_on IS NULL)),
  CONSTRAINT document_revisions_check1 CHECK ((state = 'ready') = (pages IS NOT NULL)),
  CONSTRAINT document_revisions_check2
    CHECK (state <> 'ready' OR page_count >= 1 AND conversion_id IS NOT NULL),
  CONSTRAINT document_revisions_check3 CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CONSTRAINT document_revisions_check4 CHECK (NOT is_rest OR based_on = 1)
);
CREATE INDEX document_revisions_answered ON document_revisions (answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX document_revisions_waiting ON document_revisions (created_at) WHERE state = 'uploaded';
CREATE TRIGGER document_revision_attempts BEFORE UPDATE ON document_revisions
  FOR EACH ROW WHEN (NEW.attempt <> OLD.attempt)
  EXECUTE FUNCTION document_revision_attempts();
CREATE TRIGGER document_revision_moves BEFORE UPDATE ON document_revisions
  FOR EACH ROW WHEN (NOT NEW.handed_out_at IS DISTINCT FROM OLD.handed_out_at AND NEW.attempt = OLD.attempt)
  EXECUTE FUNCTION document_revision_moves();
CREATE TRIGGER document_revision_once BEFORE UPDATE OF handed_out_at ON document_revisions
  FOR EACH ROW WHEN (OLD.handed_out_at IS NOT NULL OR OLD.state <> 'uploaded')
  EXECUTE FUNCTION document_revision_once();

-- Sizes of the files that a conversion made; they count in the quota of the owner.
CREATE TABLE converted_files (
  document_id uuid NOT NULL,
  revision integer NOT NULL,
  conversion_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('normalised', 'images')),
  byte_length bigint NOT NULL CHECK (byte_length >= 0),
  PRIMARY KEY (document_id, revision, conversion_id, kind),
  FOREIGN KEY (document_id, revision) REFERENCES document_revisions ON DELETE CASCADE
);

-- Files of a mail that wait until the mail is complete.
CREATE TABLE held_files (
  document_id uuid PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
  byte_length bigint NOT NULL,
  digest bytea NOT NULL
);

-- The last choice of sides and colour of a person, the default for later documents.
CREATE TABLE print_options (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('1-Sided', '2-Sided')),
  is_color boolean NOT NULL
);

-- ==== The ledger ====

-- The accounts of the ledger. Those of the service are below 1000, store no balance, and are never locked;
-- only wallets store one.
CREATE TABLE ledger_accounts (
  id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (START WITH 1000),
  kind text NOT NULL,
  owner_id uuid REFERENCES users,
  currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
  posted_minor bigint CHECK (posted_minor >= 0),
  held_minor bigint CHECK (held_minor >= 0),
  UNIQUE (id, currency),
  -- Accounts of the service are below 1000, wallets from there on.
  CONSTRAINT ledger_accounts_check CHECK ((kind = 'wallet') = (id >= 1000)),
  CONSTRAINT ledger_accounts_check1 CHECK ((kind = 'wallet') = (owner_id IS NOT NULL)),
  CONSTRAINT ledger_accounts_check2
    CHECK ((kind = 'wallet') = (posted_minor IS NOT NULL AND held_minor IS NOT NULL)),
  CONSTRAINT ledger_accounts_never_negative CHECK ((posted_minor - held_minor) >= 0)
);
CREATE UNIQUE INDEX ledger_system_accounts ON ledger_accounts (kind, currency) WHERE kind <> 'wallet';
CREATE UNIQUE INDEX ledger_wallets ON ledger_accounts (owner_id, currency) WHERE kind = 'wallet';
CREATE TRIGGER ledger_accounts_append_only BEFORE DELETE ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_accounts_keep_identity BEFORE UPDATE OF id, kind, owner_id, currency ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
INSERT INTO ledger_accounts (id, kind, currency) VALUES
  (1, 'revenue', 'GBP'),
  (2, 'revenue', 'EUR'),
  (3, 'payment-clearing', 'GBP'),
  (4, 'payment-clearing', 'EUR'),
  (5, 'legacy-opening', 'GBP'),
  (6, 'legacy-opening', 'EUR'),
  (7, 'admin-grant', 'GBP'),
  (8, 'admin-grant', 'EUR'),
  (9, 'dispute-loss', 'GBP'),
  (10, 'dispute-loss', 'EUR'),
  (11, 'forfeited', 'GBP'),
  (12, 'forfeited', 'EUR');

-- From which kind of account to which each kind of transfer goes.
CREATE TABLE transfer_kinds (
  kind text PRIMARY KEY,
  debit text NOT NULL,
  credit text NOT NULL,
  pending boolean NOT NULL DEFAULT false,
  of_job boolean NOT NULL DEFAULT false
);
CREATE TRIGGER transfer_kinds_append_only BEFORE UPDATE OR DELETE ON transfer_kinds
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER transfer_kinds_no_truncate BEFORE TRUNCATE ON transfer_kinds
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
INSERT INTO transfer_kinds (kind, debit, credit, pending, of_job) VALUES
  ('hold', 'wallet', 'revenue', true, true),
  ('give-back', 'revenue', 'wallet', false, true),
  ('top-up', 'payment-clearing', 'wallet', false, false),
  ('admin-grant', 'admin-grant', 'wallet', false, false),
  ('legacy-claim', 'legacy-opening', 'wallet', false, false),
  ('refund', 'wallet', 'payment-clearing', false, false),
  ('dispute', 'wallet', 'payment-clearing', false, false),
  ('dispute-loss', 'dispute-loss', 'payment-clearing', false, false),
  ('forfeited', 'wallet', 'forfeited', false, false),
  ('refund-failed', 'payment-clearing', 'wallet', false, false),
  ('dispute-won', 'payment-clearing', 'wallet', false, false),
  ('loss-recovered', 'payment-clearing', 'dispute-loss', false, false);

-- Each transfer is one row, so that debit and credit are equal by its shape. A hold is pending: it moves
-- nothing until it is settled. Rows are only added.
CREATE TABLE transfers (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  debit_id bigint NOT NULL,
  credit_id bigint NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  job_id uuid,
  key text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  wallet_id bigint
    GENERATED ALWAYS AS (CASE WHEN debit_id >= 1000 THEN debit_id WHEN credit_id >= 1000 THEN credit_id
      ELSE NULL::bigint END) STORED,
  held_minor bigint
    GENERATED ALWAYS AS (CASE WHEN kind = 'hold' THEN amount_minor ELSE NULL::bigint END) STORED,
  UNIQUE (id, held_minor),
  FOREIGN KEY (wallet_id, currency) REFERENCES ledger_accounts (id, currency),
  CONSTRAINT transfers_check CHECK (amount_minor > 0 OR amount_minor = 0 AND kind = 'hold'),
  CONSTRAINT transfers_check1 CHECK (least(debit_id, credit_id) < 1000 AND debit_id <> credit_id),
  CONSTRAINT transfers_check2 CHECK (kind <> 'hold' OR job_id IS NOT NULL),
  CONSTRAINT transfers_check3 CHECK (kind = 'hold' OR key IS NOT NULL)
);
CREATE UNIQUE INDEX transfers_key ON transfers (key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX transfers_one_hold ON transfers (job_id) WHERE kind = 'hold';
CREATE INDEX transfers_besides_holds ON transfers (wallet_id, created_at, id) WHERE kind <> 'hold';
CREATE INDEX transfers_give_backs ON transfers (job_id) WHERE kind = 'give-back';
CREATE INDEX transfers_wallet ON transfers (wallet_id, id);
CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE ON transfers
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER transfers_no_truncate BEFORE TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- How a hold was settled. Its key is the hold, so that a hold is settled once; it repeats the whole amount,
-- so that none is settled in part.
CREATE TABLE settlements (
  hold_id bigint PRIMARY KEY,
  held_minor bigint NOT NULL,
  captured_minor bigint NOT NULL CHECK (captured_minor >= 0),
  returned_minor bigint NOT NULL CHECK (returned_minor >= 0),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  FOREIGN KEY (hold_id, held_minor) REFERENCES transfers (id, held_minor),
  -- Nothing of a hold is left over.
  CONSTRAINT settlements_whole CHECK ((captured_minor + returned_minor) = held_minor)
);
CREATE TRIGGER settlements_append_only BEFORE UPDATE OR DELETE ON settlements
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER settlements_no_truncate BEFORE TRUNCATE ON settlements
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- What moved money: transfers that are not pending, and what was captured of holds.
CREATE VIEW ledger_movements AS
SELECT t.id AS transfer_id, t.kind, t.debit_id, t.credit_id, t.wallet_id, t.currency, t.amount_minor,
  t.job_id, t.created_at
FROM transfers t
WHERE t.kind <> 'hold'
UNION ALL
SELECT t.id AS transfer_id, 'capture' AS kind, t.debit_id, t.credit_id, t.wallet_id, t.currency,
  s.captured_minor AS amount_minor, t.job_id, s.created_at
FROM settlements s JOIN transfers t ON t.id = s.hold_id
WHERE s.captured_minor > 0;

-- How far the ledger was verified, so that a nightly audit reads only what is new.
CREATE TABLE ledger_checkpoints (
  after_id bigint PRIMARY KEY,
  through_id bigint NOT NULL,
  through_at timestamptz NOT NULL,
  digest numeric NOT NULL,
  moved jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_checkpoints_check CHECK (through_id > after_id)
);
CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE ON ledger_checkpoints
  FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_checkpoints_no_truncate BEFORE TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- The nightly audits, one row a night. The core that inserts it does the audit.
CREATE TABLE verifications (
  night date PRIMARY KEY,
  begun_at timestamptz NOT NULL,
  finished_at timestamptz,
  breaches integer
);

-- Balances of the previous service. Each waits for its address, stored as a keyed hash, and is claimed once.
CREATE TABLE legacy_balances (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
  currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  imported_at timestamptz NOT NULL DEFAULT app_now(),
  claimed_by uuid REFERENCES users,
  claimed_at timestamptz,
  UNIQUE (address_hash, currency),
  CONSTRAINT legacy_balances_check CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
);
CREATE INDEX legacy_balances_claimed ON legacy_balances (claimed_by) WHERE claimed_by IS NOT NULL;

-- ==== Payments ====

-- Payments at the provider. The amount is what was asked last, and after the credit what the provider
-- received.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users,
  currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  asked_minor integer[] NOT NULL CHECK (cardinality(asked_minor) > 0),
  intent_id text UNIQUE,
  state text NOT NULL
    CHECK (state IN ('asked', 'open', 'given-up', 'processing', 'succeeded', 'canceled', 'withheld')),
  number bigint UNIQUE,
  method text,
  last_four text,
  declines integer NOT NULL DEFAULT 0,
  credited_at timestamptz,
  refunded_minor bigint NOT NULL DEFAULT 0,
  -- How often the provider was asked about it.
  looks integer NOT NULL DEFAULT 0,
  next_look_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT payments_check CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT payments_check1 CHECK ((state = 'succeeded') = (number IS NOT NULL)),
  CONSTRAINT payments_check2 CHECK ((state = 'succeeded') = (credited_at IS NOT NULL)),
  CONSTRAINT payments_check3 CHECK ((state IN ('asked', 'given-up')) OR intent_id IS NOT NULL),
  CONSTRAINT payments_check4 CHECK (refunded_minor = 0 OR state = 'succeeded')
);
CREATE UNIQUE INDEX payments_one_open ON payments (owner_id) WHERE state IN ('asked', 'open');
CREATE INDEX payments_owner ON payments (owner_id, created_at);
CREATE INDEX payments_to_look_at ON payments (next_look_at) WHERE next_look_at IS NOT NULL;
CREATE TRIGGER payments_keep_what_was_credited BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION ledger_keeps_payments();
CREATE TRIGGER payments_no_truncate BEFORE TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_payments();

-- Webhooks that were handled, so that a repeated one changes nothing.
CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX payment_events_received ON payment_events (received_at);

-- Declined cards that were counted.
CREATE TABLE payment_declines (
  id text PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  counted_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX payment_declines_counted ON payment_declines (counted_at);

-- People who may not top up.
CREATE TABLE closed_top_ups (
  owner_id uuid PRIMARY KEY REFERENCES users,
  reason text NOT NULL CHECK (reason <> ''),
  closed_at timestamptz NOT NULL DEFAULT app_now()
);

-- Refunds to cards. `taken_minor` is what the wallet gave: all of it, unless the provider began the refund.
CREATE TABLE payment_refunds (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  asked_by text NOT NULL CHECK (asked_by IN ('person', 'staff', 'provider')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  taken_minor bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'sent', 'failed')),
  provider_id text UNIQUE,
  looks integer NOT NULL DEFAULT 0,
  next_look_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  -- Part of the idempotency key: it grows when the provider keeps a failure under the old key.
  key_number integer NOT NULL DEFAULT 0,
  CONSTRAINT payment_refunds_check CHECK (taken_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT payment_refunds_check1 CHECK (asked_by = 'provider' OR taken_minor = amount_minor),
  CONSTRAINT payment_refunds_check2 CHECK (state <> 'sent' OR provider_id IS NOT NULL),
  CONSTRAINT payment_refunds_check3 CHECK ((state = 'asked') = (next_look_at IS NOT NULL))
);
CREATE INDEX payment_refunds_payment ON payment_refunds (payment_id, created_at);
CREATE INDEX payment_refunds_to_look_at ON payment_refunds (next_look_at) WHERE next_look_at IS NOT NULL;

-- Disputes and late failures of payments. `claimed_minor` is what a dispute claims beyond the other disputes
-- of its payment.
CREATE TABLE payment_disputes (
  id text PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  what text NOT NULL CHECK (what IN ('dispute', 'late-failure')),
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  taken_minor bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'won', 'lost', 'prevented')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  turns integer NOT NULL DEFAULT 0,
  claimed_minor bigint NOT NULL,
  CONSTRAINT payment_disputes_claimed_minor_check CHECK (claimed_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT payment_disputes_taken_minor_check CHECK (taken_minor BETWEEN 0 AND claimed_minor)
);
CREATE INDEX payment_disputes_payment ON payment_disputes (payment_id);

-- When the provider is asked next, for each kind of question, so that one core asks.
CREATE TABLE provider_looks (
  name text PRIMARY KEY,
  next_look_at timestamptz NOT NULL,
  differing_disputes integer NOT NULL DEFAULT 0,
  missing_payments integer NOT NULL DEFAULT 0
);
INSERT INTO provider_looks (name, next_look_at) VALUES
  ('money-back', app_now());

-- ==== Sites, printers, and boxes ====

-- Organisations that run sites, and whether their people may refund to their cards by themselves.
CREATE TABLE organisations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  refunds text NOT NULL DEFAULT 'staff' CHECK (refunds IN ('self', 'staff'))
);

-- The VAT that prices contain. A new rate is a new row, so that earlier jobs keep theirs.
CREATE TABLE organisation_vat (
  organisation_id uuid NOT NULL REFERENCES organisations,
  valid_from timestamptz NOT NULL DEFAULT app_now(),
  vat_number text,
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  PRIMARY KEY (organisation_id, valid_from)
);

-- Places with printers. A site has one currency.
CREATE TABLE sites (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id uuid NOT NULL REFERENCES organisations,
  name text NOT NULL UNIQUE,
  currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
  time_zone text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (id, currency)
);

-- A price list never changes: a new one begins, so that the price of each job can be looked up.
CREATE TABLE price_lists (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  site_id uuid NOT NULL,
  currency text NOT NULL,
  valid_from timestamptz NOT NULL,
  mono_one_sided_minor integer NOT NULL CHECK (mono_one_sided_minor >= 0),
  mono_two_sided_minor integer NOT NULL CHECK (mono_two_sided_minor >= 0),
  color_one_sided_minor integer NOT NULL CHECK (color_one_sided_minor >= 0),
  color_two_sided_minor integer NOT NULL CHECK (color_two_sided_minor >= 0),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  FOREIGN KEY (site_id, currency) REFERENCES sites (id, currency)
);
CREATE INDEX price_lists_current ON price_lists (site_id, valid_from DESC);

-- Boxes that drive printers, by their public key.
CREATE TABLE agents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  site_id uuid NOT NULL REFERENCES sites,
  name text NOT NULL,
  public_key bytea NOT NULL UNIQUE,
  enrolled_at timestamptz NOT NULL DEFAULT app_now(),
  revoked_at timestamptz,
  seen_at timestamptz,
  version text,
  -- The contract number that the box speaks.
  contract integer
);

-- Codes by which a box joins a site once, as hashes.
CREATE TABLE agent_invites (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  site_id uuid NOT NULL REFERENCES sites,
  code_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  agent_id uuid REFERENCES agents
);

-- Printers, and what their box reported last.
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
  -- When the printer last stopped taking jobs, and when it was back: people who waited are told.
  troubled_at timestamptz,
  back_at timestamptz,
  -- Staff end all pairings of the panel by beginning another round.
  pairing_round integer NOT NULL DEFAULT 0,
  UNIQUE (site_id, slug)
);
CREATE INDEX printers_agent ON printers (agent_id);

-- Links by which staff pair a device with the panel of a printer, as hashes.
CREATE TABLE panel_links (
  code_hash bytea PRIMARY KEY,
  printer_id uuid NOT NULL REFERENCES printers,
  -- Only on the machine of a developer: the link pairs every device.
  reusable boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  used_by uuid
);
CREATE INDEX panel_links_ending ON panel_links (expires_at);

-- Sites that a person wants to see before they have printed there.
CREATE TABLE chosen_sites (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  site_id uuid NOT NULL REFERENCES sites ON DELETE CASCADE,
  chosen_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (user_id, site_id)
);

-- ==== Codes, panel sessions, and jobs ====

-- Print codes of people, and pairing codes that panels show, as keyed hashes. An active code holds eight
-- hashes, `near`, of which a code one slip away would hold one as well: the unique indexes keep active codes
-- apart.
CREATE TABLE print_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid REFERENCES users,
  code_hash bytea NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'redeemed', 'replaced', 'expired')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  -- Only active codes hold any.
  near bigint[] CHECK (cardinality(near) = 8 AND array_position(near, NULL::bigint) IS NULL),
  kind text NOT NULL DEFAULT 'print' CHECK (kind IN ('print', 'pairing')),
  request_id uuid,
  printer_id uuid REFERENCES printers,
  agent_id uuid REFERENCES agents,
  CONSTRAINT print_codes_check CHECK ((state = 'active') = (near IS NOT NULL)),
  CONSTRAINT print_codes_check1 CHECK ((kind = 'print') = (owner_id IS NOT NULL)),
  CONSTRAINT print_codes_check2
    CHECK (num_nonnulls(request_id, printer_id, agent_id) = CASE kind WHEN 'pairing' THEN 3 ELSE 0 END)
);
CREATE UNIQUE INDEX print_codes_apart_1 ON print_codes ((near[1])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_apart_2 ON print_codes ((near[2])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_apart_3 ON print_codes ((near[3])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_apart_4 ON print_codes ((near[4])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_apart_5 ON print_codes ((near[5])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_apart_6 ON print_codes ((near[6])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_apart_7 ON print_codes ((near[7])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_apart_8 ON print_codes ((near[8])) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_distinct ON print_codes (code_hash) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_of_request ON print_codes (request_id) WHERE kind = 'pairing';
CREATE UNIQUE INDEX print_codes_one_each ON print_codes (owner_id) WHERE state = 'active';
CREATE UNIQUE INDEX print_codes_one_each_printer ON print_codes (printer_id) WHERE state = 'active';
CREATE INDEX print_codes_dead ON print_codes (expires_at) WHERE state <> 'active';
CREATE INDEX print_codes_ending ON print_codes (expires_at) WHERE state = 'active';

-- Tries of codes by minute and stripe, so that tries do not wait for one row.
CREATE TABLE code_tries (
  minute timestamptz NOT NULL,
  stripe integer NOT NULL,
  taken integer NOT NULL,
  wrong integer NOT NULL,
  kind text NOT NULL DEFAULT 'print' CHECK (kind IN ('print', 'pairing')),
  PRIMARY KEY (kind, minute, stripe)
);

-- Wrong tries of codes, by printer, box, site, or person, and until when it pauses.
CREATE TABLE try_budgets (
  scope text PRIMARY KEY,
  wrong integer NOT NULL,
  since timestamptz NOT NULL,
  pauses integer NOT NULL,
  paused_until timestamptz
);

-- Questions of boxes that were answered with "wrong code", as keyed hashes: a repeated question is not
-- counted again.
CREATE TABLE wrong_answers (
  hash bytea PRIMARY KEY,
  answered_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX wrong_answers_answered ON wrong_answers (answered_at);

-- Sessions at the panel of a printer, one at a time for each printer.
CREATE TABLE panel_sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL UNIQUE,
  owner_id uuid NOT NULL REFERENCES users,
  printer_id uuid NOT NULL REFERENCES printers,
  agent_id uuid NOT NULL REFERENCES agents,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  touched_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz,
  -- The session waits for its running job and prints nothing new.
  closing boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX panel_sessions_one_each ON panel_sessions (printer_id) WHERE ended_at IS NULL;
CREATE INDEX panel_sessions_of_owner ON panel_sessions (owner_id, created_at);
CREATE INDEX panel_sessions_open ON panel_sessions (owner_id) WHERE ended_at IS NULL;

-- Presses of PRINT. A refused one is kept with its sentence, so that asking again gets the same answer.
CREATE TABLE releases (
  id uuid PRIMARY KEY,
  agent_id uuid NOT NULL REFERENCES agents,
  panel_session_id uuid REFERENCES panel_sessions,
  owner_id uuid REFERENCES users,
  printer_id uuid REFERENCES printers,
  refused text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  refused_sentence text,
  CONSTRAINT releases_check
    CHECK (refused IS NOT NULL OR panel_session_id IS NOT NULL AND owner_id IS NOT NULL
      AND printer_id IS NOT NULL)
);
CREATE INDEX releases_session ON releases (panel_session_id);

-- Jobs at printers. A job copies what it needs of its document, because statements show it for years.
CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  release_id uuid NOT NULL REFERENCES releases,
  position integer NOT NULL,
  owner_id uuid NOT NULL REFERENCES users,
  printer_id uuid NOT NULL REFERENCES printers,
  agent_id uuid NOT NULL REFERENCES agents,
  document_id uuid NOT NULL,
  revision integer NOT NULL,
  file_name text NOT NULL,
  side text NOT NULL CHECK (side IN ('1-Sided', '2-Sided')),
  is_color boolean NOT NULL,
  counting text NOT NULL CHECK (counting IN ('impressions', 'sheets', 'none')),
  currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
  -- The price of each kept page.
  unit_prices integer[] NOT NULL CHECK (cardinality(unit_prices) >= 1),
  held_minor bigint NOT NULL CHECK (held_minor >= 0),
  state text NOT NULL DEFAULT 'held'
    CHECK (state IN ('held', 'printing', 'stalled', 'checking', 'completed', 'partial', 'failed',
      'canceled')),
  reason text,
  outcome text,
  impressions integer NOT NULL DEFAULT 0,
  sequence integer NOT NULL DEFAULT -1,
  captured_minor bigint,
  returned_minor bigint,
  counted_short boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz,
  settled_at timestamptz,
  -- How often the release of an overdue hold failed, and when it is tried again.
  give_back_tries integer NOT NULL DEFAULT 0,
  give_back_next_at timestamptz,
  -- What staff decided for a job whose end the printer did not tell.
  decided_pages integer,
  color_pages integer[] NOT NULL DEFAULT '{}',
  captured_pages integer,
  captured_color_pages integer,
  copy_number integer NOT NULL DEFAULT 1,
  copies integer NOT NULL DEFAULT 1,
  -- Pages of the original that the job printed, in its order: the revision may be forgotten.
  document_pages integer[],
  UNIQUE (release_id, position),
  CONSTRAINT jobs_check CHECK (impressions BETWEEN 0 AND cardinality(unit_prices)),
  CONSTRAINT jobs_check1
    CHECK ((settled_at IS NOT NULL) = (state IN ('completed', 'partial', 'failed', 'canceled'))),
  CONSTRAINT jobs_check2
    CHECK ((settled_at IS NOT NULL) = (captured_minor IS NOT NULL AND returned_minor IS NOT NULL)),
  CONSTRAINT jobs_check3
    CHECK (captured_minor >= 0 AND returned_minor >= 0 AND (captured_minor + returned_minor) = held_minor),
  CONSTRAINT jobs_check4 CHECK (decided_pages BETWEEN 0 AND cardinality(unit_prices)),
  CONSTRAINT jobs_check5 CHECK (decided_pages IS NULL OR settled_at IS NOT NULL),
  CONSTRAINT jobs_check6
    CHECK ((settled_at IS NULL) = (captured_pages IS NULL)
      AND (settled_at IS NULL) = (captured_color_pages IS NULL)),
  CONSTRAINT jobs_check7
    CHECK (captured_color_pages BETWEEN 0 AND captured_pages AND captured_pages <= cardinality(unit_prices)),
  CONSTRAINT jobs_check8 CHECK (copy_number BETWEEN 1 AND copies)
);
CREATE INDEX jobs_counted_short ON jobs (settled_at) WHERE counted_short;
CREATE INDEX jobs_of_wallet ON jobs (owner_id, currency, settled_at, id) WHERE settled_at IS NOT NULL;
CREATE INDEX jobs_open ON jobs (printer_id, created_at) WHERE settled_at IS NULL;
CREATE INDEX jobs_owner ON jobs (owner_id, created_at);
CREATE INDEX jobs_silent ON jobs (created_at)
  WHERE impressions = 0 AND (outcome = 'unknown' OR (outcome IN ('canceled', 'aborted'))
    AND counting <> 'impressions');

-- What people reported at panels as wrong with their paper.
CREATE TABLE print_reports (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT app_now(),
  job_id uuid NOT NULL REFERENCES jobs,
  fault text NOT NULL,
  closed_at timestamptz,
  closed_with text,
  CONSTRAINT print_reports_once UNIQUE (job_id, fault),
  CONSTRAINT print_reports_check CHECK ((closed_at IS NULL) = (closed_with IS NULL))
);

-- ==== Mail that comes in, and the pages of the site ====

-- Mails with documents that were taken, and whether they were answered. Unique by owner and digest for 72
-- hours.
CREATE TABLE taken_mails (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  digest bytea NOT NULL,
  document_ids uuid[] NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT app_now(),
  done_at timestamptz,
  sender text NOT NULL,
  message_id text,
  not_taken jsonb NOT NULL DEFAULT '[]',
  answered_at timestamptz,
  CONSTRAINT taken_mails_once UNIQUE (owner_id, digest)
);
CREATE INDEX taken_mails_begun ON taken_mails (begun_at);
CREATE INDEX taken_mails_unanswered ON taken_mails (done_at) WHERE answered_at IS NULL;

-- Whether a person takes print by mail, and answers to it. Without a row: both.
CREATE TABLE mail_choices (
  user_id uuid PRIMARY KEY REFERENCES users,
  takes_mail boolean NOT NULL,
  answers_mail boolean NOT NULL
);

-- What people sent by the contact form and the brochure form.
CREATE TABLE enquiries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT app_now(),
  kind text NOT NULL CHECK (kind IN ('contact', 'brochure')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  country text NOT NULL,
  comment text,
  detected_country text,
  detected_city text,
  company text,
  product_sheet text,
  additional_info text,
  CONSTRAINT enquiries_check
    CHECK (num_nulls(comment, detected_country, detected_city) = CASE kind WHEN 'contact' THEN 0 ELSE 3 END),
  CONSTRAINT enquiries_check1
    CHECK (num_nulls(company, product_sheet, additional_info) = CASE kind WHEN 'brochure' THEN 0 ELSE 3 END)
);
CREATE INDEX enquiries_at ON enquiries (at);
CREATE INDEX enquiries_email ON enquiries (email);

-- How many readers found an article of the help useful, by day.
CREATE TABLE article_votes (
  article text NOT NULL,
  day date NOT NULL,
  useful integer NOT NULL CHECK (useful >= 0),
  not_useful integer NOT NULL CHECK (not_useful >= 0),
  PRIMARY KEY (article, day)
);
