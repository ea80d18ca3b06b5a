-- The database's functions as all migrations leave them, to be read. Migrations make them; a test writes this file.

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$ SELECT clock_timestamp() + coalesce((SELECT shift FROM clock_shift), interval '0') $function$;

CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE EXCEPTION 'The audit is append-only: % is refused', TG_OP; END $function$;

CREATE OR REPLACE FUNCTION public.document_revision_attempts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF OLD.handed_out_at IS NULL OR (OLD.state, NEW.state) <> ('uploaded', 'uploaded')
           OR NEW.attempt <> OLD.attempt + 1 THEN
          RAISE EXCEPTION 'document revision: attempt % cannot follow %', NEW.attempt, OLD.attempt
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION public.document_revision_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF (OLD.state, NEW.state) NOT IN (('awaiting-upload', 'uploaded'), ('uploaded', 'ready'), ('uploaded', 'failed')) THEN
          RAISE EXCEPTION 'document revision: % cannot become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION public.document_revision_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION 'document revision: handed out already' USING ERRCODE = 'check_violation';
      END $function$;

CREATE OR REPLACE FUNCTION public.leave_out_printed(j jobs)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    DECLARE
      d documents;
      newest document_revisions;
      of_job int[] := coalesce(j.document_pages,
        CASE WHEN j.revision = 1 THEN ARRAY(SELECT generate_series(1, cardinality(j.unit_prices))) END);
      is_whole boolean := j.captured_pages = cardinality(j.unit_prices);
      printed int[];
      missing int[];
      wanted int[];
      rest int[];
    BEGIN
      SELECT * INTO d FROM documents WHERE id = j.document_id;
      IF NOT FOUND OR (is_whole IS NOT FALSE AND d.ended_left IS NULL) THEN RETURN; END IF;
      printed := coalesce(d.ended_printed, '{}');
      missing := coalesce(d.ended_left, '{}');
      IF NOT is_whole THEN
        printed := printed || of_job[1:j.captured_pages];
        missing := missing || of_job[j.captured_pages + 1:];
      END IF;
      IF EXISTS (SELECT FROM jobs o WHERE o.owner_id = d.owner_id AND o.document_id = d.id AND o.settled_at IS NULL
          AND o.state IN ('held', 'printing', 'stalled')) THEN
        UPDATE documents SET ended_printed = printed, ended_left = missing WHERE id = d.id;
        RETURN;
      END IF;

      printed := ARRAY(SELECT unnest(printed) EXCEPT SELECT unnest(missing) ORDER BY 1);
      UPDATE documents SET ended_printed = NULL, ended_left = NULL,
        printed_pages = ARRAY(SELECT unnest(printed_pages) UNION SELECT unnest(printed) ORDER BY 1)
      WHERE id = d.id AND (ended_left IS NOT NULL OR printed <> '{}');
      IF printed = '{}' OR d.deleted_at IS NOT NULL OR d.expires_at <= app_now() THEN RETURN; END IF;

      -- What the person has chosen meanwhile stays chosen.
      SELECT * INTO newest FROM document_revisions
      WHERE document_id = d.id AND state <> 'failed' ORDER BY revision DESC LIMIT 1;
      wanted := CASE WHEN newest.revision = 1 THEN ARRAY(SELECT generate_series(1, newest.page_count))
        WHEN newest.based_on = 1 THEN newest.keep_pages END;
      rest := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(printed) ORDER BY 1);
      IF rest = '{}' OR rest = wanted THEN RETURN; END IF;
      INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, keep_pages, is_rest)
      SELECT d.id, max(revision) + 1, 'uploaded', 'application/pdf', 1, rest, true
      FROM document_revisions WHERE document_id = d.id;
    END $function$;

CREATE OR REPLACE FUNCTION public.ledger_book(what text, money text, amount bigint, once text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      BEGIN
        IF NOT EXISTS (SELECT FROM transfer_kinds k WHERE k.kind = what AND 'wallet' NOT IN (k.debit, k.credit)) THEN
          RAISE EXCEPTION '% is nothing of the service alone', what;
        END IF;
        INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key)
        SELECT k.kind, d.id, c.id, money, amount, once FROM transfer_kinds k
        JOIN ledger_accounts d ON d.kind = k.debit AND d.currency = money
        JOIN ledger_accounts c ON c.kind = k.credit AND c.currency = money WHERE k.kind = what
        ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING;
        RETURN FOUND;
      END $function$;

CREATE OR REPLACE FUNCTION public.ledger_close(through bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      after bigint := coalesce((SELECT max(through_id) FROM ledger_checkpoints), 0);
    BEGIN
      IF through <= after THEN RETURN; END IF;
      IF NOT EXISTS (SELECT FROM transfers WHERE id = through) OR EXISTS (
        SELECT FROM transfers t WHERE id > after AND id <= through
          AND (created_at > (SELECT app_now()) - interval '1 hour'
               OR (kind = 'hold' AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = t.id))))
      THEN RAISE EXCEPTION 'Not everything up to transfer % is closed', through; END IF;
      INSERT INTO ledger_checkpoints (after_id, through_id, through_at, digest, moved)
      SELECT after, through, (SELECT max(created_at) FROM transfers WHERE id > after AND id <= through),
             ledger_digest(after, through),
             (SELECT coalesce(jsonb_object_agg(currency, total), '{}') FROM (
                SELECT currency, sum(CASE WHEN credit_id = wallet_id THEN amount_minor ELSE -amount_minor END) AS total
                FROM ledger_movements WHERE transfer_id > after AND transfer_id <= through AND wallet_id IS NOT NULL
                GROUP BY currency) totals)
      ON CONFLICT DO NOTHING;
    END $function$;

CREATE OR REPLACE FUNCTION public.ledger_digest(after bigint, through bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      SELECT coalesce(sum(('x' || left(md5(line), 15))::bit(60)::bigint), 0) FROM (
        SELECT concat_ws(' ', id, kind, debit_id, credit_id, currency, amount_minor, coalesce(job_id::text, '-'),
                         coalesce(key, '-'), extract(epoch FROM created_at)) AS line
        FROM transfers WHERE id > after AND id <= through
        UNION ALL
        SELECT concat_ws(' ', hold_id, held_minor, captured_minor, returned_minor, extract(epoch FROM created_at))
        FROM settlements WHERE hold_id > after AND hold_id <= through
      ) lines $function$;

CREATE OR REPLACE FUNCTION public.ledger_give_back(job uuid, amount bigint, once text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      hold transfers;
      left_of_it bigint;
    BEGIN
      SELECT * INTO hold FROM transfers WHERE job_id = job AND kind = 'hold';
      IF NOT FOUND THEN RAISE EXCEPTION 'Job % has no hold', job; END IF;
      -- Those who give back for the same job wait here for each other.
      SELECT captured_minor INTO left_of_it FROM settlements WHERE hold_id = hold.id FOR UPDATE;
      SELECT coalesce(left_of_it, 0) - coalesce(sum(amount_minor), 0) INTO left_of_it
      FROM transfers WHERE job_id = job AND kind = 'give-back';
      IF EXISTS (SELECT FROM transfers WHERE key = once) THEN RETURN false; END IF;
      IF amount > left_of_it THEN RAISE EXCEPTION 'credits.more-than-captured' USING ERRCODE = 'SX001'; END IF;
      INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id, key)
      VALUES ('give-back', hold.credit_id, hold.debit_id, hold.currency, amount, job, once);
      UPDATE ledger_accounts SET posted_minor = posted_minor + amount WHERE id = hold.debit_id;
      RETURN true;
    END $function$;

CREATE OR REPLACE FUNCTION public.ledger_hold(whose uuid, money text, jobs uuid[], amounts bigint[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      wallet bigint := ledger_wallet(whose, money);
      total bigint;
      available bigint;
    BEGIN
      WITH made AS (
        INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id)
        SELECT 'hold', wallet, revenue.id, money, held.amount, held.job
        FROM unnest(jobs, amounts) AS held (job, amount), ledger_accounts revenue
        WHERE revenue.kind = 'revenue' AND revenue.currency = money
        ON CONFLICT (job_id) WHERE kind = 'hold' DO NOTHING RETURNING amount_minor
      )
      SELECT coalesce(sum(amount_minor), 0) INTO total FROM made;
      UPDATE ledger_accounts SET held_minor = held_minor + total
      WHERE id = wallet AND posted_minor - held_minor >= total
      RETURNING posted_minor - held_minor INTO available;
      IF NOT FOUND THEN RAISE EXCEPTION 'credits.insufficient' USING ERRCODE = 'SX001'; END IF;
      RETURN available;
    END $function$;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE EXCEPTION 'The ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME; END $function$;

CREATE OR REPLACE FUNCTION public.ledger_keeps_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP <> 'UPDATE' THEN
          RAISE EXCEPTION 'Payments stay: % is refused', TG_OP;
        END IF;
        IF (NEW.id, NEW.owner_id, NEW.currency, NEW.created_at) IS DISTINCT FROM
           (OLD.id, OLD.owner_id, OLD.currency, OLD.created_at) THEN
          RAISE EXCEPTION 'What payment % was begun as stays', OLD.id;
        END IF;
        IF NEW.state <> OLD.state AND NOT (CASE OLD.state
             WHEN 'asked' THEN true
             WHEN 'open' THEN NEW.state <> 'asked'
             WHEN 'processing' THEN NEW.state NOT IN ('asked', 'open')
             WHEN 'given-up' THEN NEW.state NOT IN ('asked', 'open')
             ELSE false END) THEN
          RAISE EXCEPTION 'Payment % does not go from % to %', OLD.id, OLD.state, NEW.state;
        END IF;
        IF OLD.state = 'succeeded'
           AND (NEW.amount_minor, NEW.asked_minor, NEW.intent_id, NEW.number, NEW.credited_at) IS DISTINCT FROM
               (OLD.amount_minor, OLD.asked_minor, OLD.intent_id, OLD.number, OLD.credited_at) THEN
          RAISE EXCEPTION 'What payment % was credited as stays', OLD.id;
        END IF;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION public.ledger_lock(whose uuid)
 RETURNS TABLE(money text, posted bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      SELECT currency, posted_minor FROM ledger_accounts
      WHERE kind = 'wallet' AND owner_id = whose ORDER BY currency FOR UPDATE $function$;

CREATE OR REPLACE FUNCTION public.ledger_post(what text, whose uuid, money text, amount bigint, once text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      wallet bigint;
      other bigint;
      is_credit boolean;
    BEGIN
      SELECT account.id, k.credit = 'wallet' INTO other, is_credit
      FROM transfer_kinds k JOIN ledger_accounts account ON account.currency = money
        AND account.kind = CASE WHEN k.debit = 'wallet' THEN k.credit ELSE k.debit END
      WHERE k.kind = what AND NOT k.of_job AND 'wallet' IN (k.debit, k.credit);
      IF NOT FOUND THEN RAISE EXCEPTION 'Nothing in % is posted as %', money, what; END IF;
      wallet := ledger_wallet(whose, money);
      INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key)
      VALUES (what, CASE WHEN is_credit THEN other ELSE wallet END, CASE WHEN is_credit THEN wallet ELSE other END,
              money, amount, once)
      ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING;
      IF NOT FOUND THEN RETURN false; END IF;
      UPDATE ledger_accounts SET posted_minor = posted_minor + CASE WHEN is_credit THEN amount ELSE -amount END
      WHERE id = wallet AND (is_credit OR posted_minor - held_minor >= amount);
      IF NOT FOUND THEN RAISE EXCEPTION 'credits.insufficient' USING ERRCODE = 'SX001'; END IF;
      RETURN true;
    END $function$;

CREATE OR REPLACE FUNCTION public.ledger_settle(job uuid, capture bigint, OUT captured bigint, OUT returned bigint, OUT available bigint, OUT repeated boolean, OUT settled_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      hold transfers;
    BEGIN
      SELECT * INTO hold FROM transfers WHERE job_id = job AND kind = 'hold';
      IF NOT FOUND THEN RAISE EXCEPTION 'Job % has no hold to settle', job; END IF;
      INSERT INTO settlements (hold_id, held_minor, captured_minor, returned_minor)
      VALUES (hold.id, hold.amount_minor, capture, hold.amount_minor - capture)
      ON CONFLICT (hold_id) DO NOTHING RETURNING created_at INTO settled_at;
      repeated := NOT FOUND;
      IF repeated THEN
        SELECT s.captured_minor, s.returned_minor, w.posted_minor - w.held_minor, s.created_at
        INTO STRICT captured, returned, available, settled_at
        FROM settlements s, ledger_accounts w WHERE s.hold_id = hold.id AND w.id = hold.debit_id;
        RETURN;
      END IF;
      captured := capture;
      returned := hold.amount_minor - capture;
      UPDATE ledger_accounts SET posted_minor = posted_minor - capture, held_minor = held_minor - hold.amount_minor
      WHERE id = hold.debit_id RETURNING posted_minor - held_minor INTO STRICT available;
    END $function$;

CREATE OR REPLACE FUNCTION public.ledger_take(what text, whose uuid, money text, most bigint, once text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      DECLARE
        wallet bigint := ledger_wallet(whose, money);
        taken bigint;
      BEGIN
        IF NOT EXISTS (SELECT FROM transfer_kinds k WHERE k.kind = what AND k.debit = 'wallet' AND NOT k.of_job) THEN
          RAISE EXCEPTION '% takes nothing from a wallet', what;
        END IF;
        SELECT least(most, posted_minor - held_minor) INTO STRICT taken FROM ledger_accounts WHERE id = wallet FOR UPDATE;
        IF EXISTS (SELECT FROM transfers WHERE key = once) THEN
          RAISE EXCEPTION 'The transfer % was there before', once;
        END IF;
        IF taken > 0 THEN PERFORM ledger_post(what, whose, money, taken, once); END IF;
        RETURN greatest(taken, 0);
      END $function$;

CREATE OR REPLACE FUNCTION public.ledger_wallet(whose uuid, money text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      wallet bigint;
    BEGIN
      SELECT id INTO wallet FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = whose AND currency = money;
      IF FOUND THEN RETURN wallet; END IF;
      INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
      VALUES ('wallet', whose, money, 0, 0) ON CONFLICT DO NOTHING;
      SELECT id INTO STRICT wallet FROM ledger_accounts
      WHERE kind = 'wallet' AND owner_id = whose AND currency = money;
      RETURN wallet;
    END $function$;

CREATE OR REPLACE FUNCTION public.place_release(release uuid, agent uuid, session uuid, whose uuid, printer uuid, money text, count_by text, lines jsonb, OUT available bigint, OUT now timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
    DECLARE
      found_lines int;
    BEGIN
      available := ledger_hold(whose, money,
        ARRAY(SELECT (line->>'jobId')::uuid FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n) ORDER BY n),
        ARRAY(SELECT (line->>'heldMinor')::bigint FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n) ORDER BY n));

      UPDATE panel_sessions SET touched_at = app_now()
      WHERE id = session AND agent_id = agent AND owner_id = whose AND printer_id = printer
        AND ended_at IS NULL AND NOT closing;
      IF NOT FOUND THEN RAISE EXCEPTION 'panel-session.ended' USING ERRCODE = 'SX001'; END IF;

      INSERT INTO releases (id, agent_id, panel_session_id, owner_id, printer_id)
      VALUES (release, agent, session, whose, printer) ON CONFLICT DO NOTHING;
      -- Asked twice at one moment: the second tries again, and finds what the first was answered.
      IF NOT FOUND THEN RAISE EXCEPTION 'Release % is there', release USING ERRCODE = '40001'; END IF;

      -- Locked in the order of their ids, as everywhere; then each must still be what the person saw.
      PERFORM FROM documents WHERE id IN (SELECT (line->>'documentId')::uuid FROM jsonb_array_elements(lines) AS line)
      ORDER BY id FOR UPDATE;
      UPDATE documents d SET open_jobs = d.open_jobs + chosen.copies
      FROM (SELECT DISTINCT ON (l->>'documentId') l AS line, count(*) OVER (PARTITION BY l->>'documentId') AS copies
        FROM jsonb_array_elements(lines) AS l) AS chosen
      WHERE d.id = (line->>'documentId')::uuid AND d.owner_id = whose
        AND d.deleted_at IS NULL AND d.expires_at > app_now()
        AND d.side = line->>'chosenSide' AND d.is_color = (line->>'choseColor')::boolean
        AND EXISTS (SELECT FROM document_revisions r
          WHERE r.document_id = d.id AND r.revision = (line->>'revision')::int AND r.state = 'ready')
        AND NOT EXISTS (SELECT FROM document_revisions newer
          WHERE newer.document_id = d.id AND newer.revision > (line->>'revision')::int AND (newer.state <> 'failed' OR newer.is_rest));
      GET DIAGNOSTICS found_lines = ROW_COUNT;
      IF found_lines <> (SELECT count(DISTINCT line->>'documentId') FROM jsonb_array_elements(lines) AS line) THEN
        RAISE EXCEPTION 'quote.changed' USING ERRCODE = 'SX001';
      END IF;

      INSERT INTO jobs (id, release_id, position, owner_id, printer_id, agent_id, document_id, revision, file_name, copy_number, copies,
                        side, is_color, counting, currency, unit_prices, color_pages, held_minor)
      SELECT (line->>'jobId')::uuid, release, n - 1, whose, printer, agent, (line->>'documentId')::uuid,
             (line->>'revision')::int, line->>'fileName',
             coalesce((line->>'copyNumber')::int, 1), coalesce((line->>'copies')::int, 1), line->>'side', (line->>'isColor')::boolean, count_by, money,
             ARRAY(SELECT jsonb_array_elements_text(line->'unitPrices')::int),
             ARRAY(SELECT jsonb_array_elements_text(line->'colorPages')::int), (line->>'heldMinor')::bigint
      FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n);

      INSERT INTO outbox (subject, body)
      VALUES ('print.release.held', jsonb_build_object('releaseId', release, 'ownerId', whose, 'printerId', printer));
      now := app_now();
    END $function$;

CREATE OR REPLACE FUNCTION public.sessions_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO ended_sessions (session_id) SELECT id FROM ended ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION public.settle_job(job uuid, seen_impressions integer, seen_counting text, end_state text, end_outcome text, end_reason text, end_impressions integer, end_counting text, pages integer, capture bigint, short boolean, printed boolean, OUT state text, OUT impressions integer, OUT captured bigint, OUT returned bigint, OUT available bigint, OUT repeated boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
    DECLARE
      j jobs;
      was_settled boolean;
      moment timestamptz;
    BEGIN
      -- Locks in the order of everybody: the wallet, then the job.
      IF capture IS NOT NULL THEN
        SELECT * INTO captured, returned, available, was_settled, moment FROM ledger_settle(job, capture);
      END IF;
      SELECT * INTO j FROM jobs WHERE id = job FOR UPDATE;
      IF j.state = 'checking' AND capture IS NULL AND end_impressions > j.impressions THEN
        UPDATE jobs SET impressions = end_impressions WHERE id = job RETURNING * INTO j;
      END IF;
      repeated := j.settled_at IS NOT NULL OR (capture IS NULL AND j.state NOT IN ('held', 'printing', 'stalled'));
      IF capture IS NOT NULL AND repeated <> was_settled THEN
        RAISE EXCEPTION 'Job % and its hold tell different stories', job;
      END IF;
      IF NOT repeated THEN
        IF (j.impressions, j.counting) IS DISTINCT FROM (seen_impressions, seen_counting) THEN
          RAISE EXCEPTION 'Job % moved meanwhile', job USING ERRCODE = '40001';
        END IF;
        UPDATE jobs SET state = end_state, outcome = end_outcome, reason = end_reason, impressions = end_impressions,
          counting = end_counting, captured_minor = captured, returned_minor = returned, captured_pages = pages,
          document_pages = (SELECT r.keep_pages FROM document_revisions r
            WHERE r.document_id = j.document_id AND r.revision = j.revision AND r.based_on = 1),
          captured_color_pages = CASE WHEN pages IS NOT NULL THEN
            (SELECT count(*) FROM unnest(j.color_pages) AS page WHERE page <= pages) END,
          counted_short = short, ended_at = coalesce(ended_at, app_now()),
          settled_at = moment
        WHERE id = job RETURNING * INTO j;
        -- The panel's idle time begins when its job ends.
        UPDATE panel_sessions s SET touched_at = app_now() FROM releases r
        WHERE r.id = j.release_id AND s.id = r.panel_session_id AND s.ended_at IS NULL;
      END IF;
      IF NOT repeated AND capture IS NULL THEN
        PERFORM FROM documents WHERE id = j.document_id FOR UPDATE;
        PERFORM leave_out_printed(j);
      END IF;
      IF NOT repeated AND capture IS NOT NULL THEN
        -- A document whose row is missing keeps nobody's money.
        UPDATE documents SET open_jobs = open_jobs - 1,
          printed_at = CASE WHEN printed AND NOT EXISTS (
            SELECT FROM jobs c WHERE j.copies > 1 AND c.release_id = j.release_id AND c.document_id = j.document_id
              AND c.id <> job AND coalesce(c.captured_pages, 0) = 0) THEN app_now() ELSE printed_at END
        WHERE id = j.document_id;
        PERFORM leave_out_printed(j);
        INSERT INTO outbox (subject, body) VALUES ('print.job.settled',
          jsonb_build_object('jobId', job, 'ownerId', j.owner_id, 'printerId', j.printer_id));
      END IF;
      state := j.state;
      impressions := j.impressions;
      captured := j.captured_minor;
      returned := j.returned_minor;
      SELECT w.posted_minor - w.held_minor INTO available FROM ledger_accounts w
      WHERE w.kind = 'wallet' AND w.owner_id = j.owner_id AND w.currency = j.currency;
    END $function$;
