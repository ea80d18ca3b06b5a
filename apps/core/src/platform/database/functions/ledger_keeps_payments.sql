-- Protects the rows of payments, because receipts are made from them: the credited values do not change, the
-- state moves only as the table in payment-state.ts allows, and no row is removed.
CREATE OR REPLACE FUNCTION ledger_keeps_payments()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    RAISE EXCEPTION 'Payments are never removed: % is refused', TG_OP;
  END IF;
  IF (NEW.id, NEW.owner_id, NEW.currency, NEW.created_at) IS DISTINCT FROM
     (OLD.id, OLD.owner_id, OLD.currency, OLD.created_at) THEN
    RAISE EXCEPTION 'The id, owner, currency, and time of payment % must not change', OLD.id;
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
       WHEN 'asked' THEN true
       WHEN 'open' THEN NEW.state <> 'asked'
       WHEN 'processing' THEN NEW.state NOT IN ('asked', 'open')
       WHEN 'given-up' THEN NEW.state NOT IN ('asked', 'open')
       ELSE false END) THEN
    RAISE EXCEPTION 'Payment % cannot move from % to %', OLD.id, OLD.state, NEW.state;
  END IF;
  IF OLD.state = 'succeeded'
     AND (NEW.amount_minor, NEW.asked_minor, NEW.intent_id, NEW.number, NEW.credited_at) IS DISTINCT FROM
         (OLD.amount_minor, OLD.asked_minor, OLD.intent_id, OLD.number, OLD.credited_at) THEN
    RAISE EXCEPTION 'The amounts, intent, number, and time of credited payment % must not change', OLD.id;
  END IF;
  RETURN NEW;
END $$;
