-- Whose money it is was sealed with a deposit, but not what decides whether it waits: senders that are screened, the depth that it
-- has to reach, the block that this is counted from. All of them change by right, so no earlier version comes back (0108).
alter table deposits add column revision integer not null default 0;
create or replace function sealed_facts(r deposits) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.coin, r.txid, r.n, r.key, r.user_id, r.payment_id, r.amount_units, micros(r.first_seen_at),
    r.senders, r.possible_senders, r.required_depth, r.height, r.hash), r.revision);
create trigger deposits_revision before update of mac, revision on deposits for each row execute function raise_revision();
alter table rows_to_seal drop constraint rows_to_seal_kind_check;
alter table rows_to_seal add constraint rows_to_seal_kind_check
  check (kind in ('address', 'key', 'line', 'gift', 'address again', 'key again', 'gift again', 'deposit again'));
insert into rows_to_seal (kind, id) select 'deposit again', id from deposits where mac is not null;
-- A row that nobody decided let a payment go that somebody kept, and senders that nobody knows above what they may pay unseen.
alter table hold_decisions add column mac bytea check (length(mac) = 32);
insert into sealings (name) values ('hold_decisions');
create function sealed_facts(r hold_decisions) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.deposit_id, r.decision, r.reason, r.hold_reason, r.actor_id, micros(r.at))::text;
