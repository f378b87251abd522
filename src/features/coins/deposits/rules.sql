-- What the MAC of a row covers.
create or replace function sealed_facts(r deposits) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.coin, r.txid, r.n, r.key, r.user_id, r.payment_id, r.amount_units, micros(r.first_seen_at),
    r.senders, r.possible_senders, r.required_depth, r.height, r.hash), r.revision);

-- What the MAC of a row covers.
create or replace function sealed_facts(r hold_decisions) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.deposit_id, r.decision, r.reason, r.hold_reason, r.actor_id, micros(r.at))::text;

create or replace trigger deposits_revision before update of mac, revision on deposits for each row execute function raise_revision();

create or replace trigger hold_decisions_append_only before update or delete on hold_decisions
  for each row execute function refuse_change();
