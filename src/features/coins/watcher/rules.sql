-- What the MAC of a row covers.
create or replace function sealed_facts(r outflows) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.coin, r.key, r.height, r.amount_units, r.txid)::text;
