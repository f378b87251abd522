-- What the MAC of a row covers.
create or replace function sealed_facts(r quarantine_decisions) returns text language sql stable parallel safe
  return jsonb_build_array(r.quarantine_id, r.proposal_id, r.decision, r.card_ids, r.reason, r.decided_by, micros(r.decided_at))::text;

-- States of a batch, and what follows each.
create or replace function batch_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('draft', 'imported'), ('draft', 'withdrawn'),
  -- Back to a draft: everything that was imported was undone.
  ('imported', 'draft'), ('imported', 'approved'), ('imported', 'withdrawn'),
  -- Back to imported: another file came, and waits for its approval.
  ('approved', 'imported'), ('approved', 'paused'), ('approved', 'withdrawn'),
  ('paused', 'approved'), ('paused', 'withdrawn'));

-- States of a card, and what follows each.
create or replace function card_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('quarantined', 'unconfirmed'), ('quarantined', 'available'), ('quarantined', 'paused'), ('quarantined', 'withdrawn'),
  ('quarantined', 'void'),
  ('unconfirmed', 'quarantined'), ('unconfirmed', 'available'), ('unconfirmed', 'paused'), ('unconfirmed', 'expired'),
  ('unconfirmed', 'withdrawn'), ('unconfirmed', 'void'),
  ('available', 'unconfirmed'), ('available', 'paused'), ('available', 'sold'), ('available', 'expired'),
  ('available', 'withdrawn'), ('available', 'void'),
  -- Sold only to the pre-order that it is allotted to.
  ('paused', 'sold'),
  ('paused', 'unconfirmed'), ('paused', 'available'), ('paused', 'expired'), ('paused', 'withdrawn'), ('paused', 'void'),
  ('sold', 'available'), ('sold', 'paused'), ('sold', 'expired'), ('sold', 'withdrawn'), ('sold', 'void'),
  ('expired', 'void'),
  ('withdrawn', 'void'));

-- Whoever opened a batch or imported into it: they decide nothing about it.
create or replace function batch_importers(batch uuid) returns setof uuid language sql stable as $$
  select created_by from batches where id = batch
  union select imported_by from batches where id = batch and imported_by is not null
  union select unnest(array[uploaded_by, committed_by] || earlier_committers) from imports
    where batch_id = batch and state in ('committing', 'committed', 'failed')
$$;

-- Whoever approved what was imported into a batch.
create or replace function batch_approvers(batch uuid) returns setof uuid language sql stable as $$
  select approved_by from imports where batch_id = batch and approved_by is not null
$$;

-- Of which programme batches are, and where they stand.
create or replace view batch_standings as select id, programme_id, state from batches;

-- The state of each card of a programme.
create or replace view stock_states as
select b.programme_id, c.state from batches b join cards c on c.batch_id = b.id;

-- The state of each card that an issuer's key confirmed.
create or replace view confirmed_states as
select f.key_id, c.state from confirmations f join cards c on c.batch_id = f.batch_id and c.confirmation_id = f.id;

-- A batch stays with its seller.
create or replace function keep_seller() returns trigger language plpgsql as $$
begin
  raise exception 'batch % stays with its seller', old.id using errcode = 'restrict_violation';
end $$;
create or replace trigger batches_keep_seller before update of seller_id on batches
  for each row when (old.seller_id is distinct from new.seller_id) execute function keep_seller();

-- Old prices are told from new ones by when they changed.
create or replace function note_price_change() returns trigger language plpgsql as $$
begin
  new.price_changed_at := now();
  return new;
end
$$;
create or replace trigger cards_price_changed before update of price_cents on cards
  for each row when (old.price_cents is distinct from new.price_cents) execute function note_price_change();

-- A sold card keeps the price that was paid.
create or replace function refuse_sold_price() returns trigger language plpgsql as $$
begin
  raise exception 'card % is sold, and keeps its price', old.id using errcode = 'check_violation';
end $$;
create or replace trigger cards_sold_price before update of price_cents on cards
  for each row when (old.state = 'sold' and new.state = 'sold' and old.price_cents <> new.price_cents) execute function refuse_sold_price();

-- Whoever served could price an unsold card at a cent and buy it. Prices change in a transaction that the shop opened the gate in:
-- the key is the decisions', which the role that serves can't read, and what it makes fits one batch in one transaction.
create or replace function refuse_ungated_price() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if not session_owns(tg_relid) and not exists (
    select from decision_gate g where current_setting('facevalue.price_gate', true) = encode(sha256(g.outer_key || sha256(g.inner_key
      || convert_to(tg_table_name || ':prices of ' || old.batch_id || ' in ' || pg_current_xact_id(), 'UTF8'))), 'hex')
  ) then
    raise exception 'nobody changed the price of card % through the shop', old.id
      using errcode = 'check_violation', constraint = 'cards_price_gated';
  end if;
  return new;
end $$;
create or replace trigger cards_price_gated before update of price_cents, discount_bp on cards
  for each row when ((old.price_cents, old.discount_bp) is distinct from (new.price_cents, new.discount_bp))
  execute function refuse_ungated_price();

-- A quarantined card leaves its quarantine by another person's decision only, whoever writes the statement.
create or replace function refuse_quarantined() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.quarantine_id is not null and new.quarantine_id is distinct from old.quarantine_id then
    raise exception 'card % belongs to its quarantine', new.id using errcode = 'check_violation';
  end if;
  if new.quarantine_id is not null and new.state not in ('quarantined', 'withdrawn', 'void') and not exists (
    select from quarantine_decisions d join quarantines q on q.id = d.quarantine_id
    where d.quarantine_id = new.quarantine_id and d.decision = 'approved'
      and (d.card_ids is null or new.id = any(d.card_ids))
      and d.decided_by not in (select batch_importers(q.batch_id))
  ) then
    raise exception 'card % is quarantined, and was not admitted by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger cards_added_quarantined before insert on cards
  for each row when (new.quarantine_id is not null) execute function refuse_quarantined();
create or replace trigger cards_quarantined before update of state, quarantine_id on cards
  for each row when (old.quarantine_id is not null or new.quarantine_id is not null) execute function refuse_quarantined();

-- Who imported a batch or proposed its admission doesn't decide about it.
create or replace function refuse_own_quarantine() returns trigger language plpgsql as $$
begin
  if new.decided_by in (select batch_importers(batch_id) from quarantines where id = new.quarantine_id) or not exists (
    select from proposals where id = new.proposal_id and kind = 'quarantine.admission' and subject = new.quarantine_id
      and decision is null and proposer_id <> new.decided_by
  ) then
    raise exception 'quarantine % is not for user % to decide', new.quarantine_id, new.decided_by using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger quarantine_decisions_by_others before insert on quarantine_decisions
  for each row execute function refuse_own_quarantine();

-- A process without the master key may not read a batch's data key, and so no whole row of a batch either: what cards cost is
-- worked out from the columns that say it.
create or replace function purchase_cost_cents(card_cost_cents bigint, cost_usd_e9 bigint, cost_bp integer, cards bigint, face_cents bigint)
returns bigint language sql immutable
return coalesce(card_cost_cents * cards, div(face_cents::numeric * cost_usd_e9 * cost_bp + 5000000000000, 10000000000000)::bigint);

-- Takes cards off sale for whoever they are kept for.
create or replace function keep_cards(ids uuid[]) returns void language sql as $$
  update cards set state = 'paused' where id = any(ids)
$$;

create or replace trigger batches_approved before insert or update of state on batches
  for each row when (new.state in ('approved', 'paused')) execute function refuse_unapproved('batch.approval');
create or replace trigger batches_transition before update of state on batches
  for each row when (old.state <> new.state and not batch_may_become(old.state, new.state)) execute function refuse_transition();

create or replace trigger cards_transition before update of state on cards
  for each row when (old.state <> new.state and not card_may_become(old.state, new.state)) execute function refuse_transition();

create or replace trigger quarantine_decisions_append_only before update or delete on quarantine_decisions
  for each row execute function refuse_change();
create or replace trigger quarantine_decisions_gated before insert on quarantine_decisions
  for each row execute function refuse_ungated();
create or replace trigger quarantine_decisions_no_truncate before truncate on quarantine_decisions
  for each statement execute function refuse_change();
