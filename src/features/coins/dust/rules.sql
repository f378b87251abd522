-- What the MAC of a row covers.
create or replace function sealed_facts(r dust_deposits) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.coin, r.txid, r.n, r.key, r.user_id, r.payment_id, r.amount_units, r.output_ns, r.output_units,
    r.senders, r.min_depth, micros(r.first_seen_at), r.height, r.hash, r.deposit_id), r.revision);

create or replace trigger dust_deposits_revision before update of mac, revision on dust_deposits
  for each row execute function raise_revision();
