-- What the MAC of a row covers.
create or replace function sealed_facts(r outflow_transactions) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.coin, r.txid, micros(r.mined_at), r.fee_units::text, r.paid, micros(r.read_at))::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r outflow_labels) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.coin, r.txid, r.label, r.reason, r.labelled_by, micros(r.at))::text;

-- Notes the transaction of an outflow, so that somebody can say what it was for.
create or replace function note_outflow_transaction() returns trigger language plpgsql as $$
begin
  insert into outflow_transactions (coin, txid) values (new.coin, new.txid) on conflict do nothing;
  return null;
end $$;
create or replace trigger outflows_noted after insert on outflows
  for each row when (new.txid is not null) execute function note_outflow_transaction();

-- What a block says of a transaction is written once, and it stays.
create or replace function refuse_other_reading() returns trigger language plpgsql as $$
begin
  if old.read_at is not null or new.read_at is null
    or (new.id, new.coin, new.txid, new.noted_at) <> (old.id, old.coin, old.txid, old.noted_at) then
    raise exception 'what a block says of a transaction stays: %', old.txid using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger outflow_transactions_read_once before update on outflow_transactions
  for each row execute function refuse_other_reading();
create or replace trigger outflow_transactions_kept before delete on outflow_transactions
  for each row execute function refuse_change();
create or replace trigger outflow_transactions_no_truncate before truncate on outflow_transactions
  for each statement execute function refuse_change();

create or replace trigger outflow_labels_append_only before update or delete on outflow_labels
  for each row execute function refuse_change();
create or replace trigger outflow_labels_no_truncate before truncate on outflow_labels
  for each statement execute function refuse_change();

-- Transactions by which something left our addresses and that are on the chain, without change, each with its newest label.
create or replace view labelled_outflows as
  select t.id, t.coin, t.txid, t.noted_at, t.mined_at, t.fee_units, o.height, greatest(o.units - c.units, 0) as amount_units,
    l.label, l.reason, l.labelled_by, l.at as labelled_at
  from outflow_transactions t
  cross join lateral (
    select max(f.height) as height, sum(f.amount_units) as units from outflows f
    where f.coin = t.coin and f.txid = t.txid having count(*) > 0) o
  cross join lateral (
    select coalesce(sum(amount_units), 0) as units from change_outputs
    where coin = t.coin and txid = t.txid and height is not null) c
  left join lateral (
    select n.label, n.reason, n.labelled_by, n.at from outflow_labels n
    where n.coin = t.coin and n.txid = t.txid order by n.at desc, n.id desc limit 1) l on true;
