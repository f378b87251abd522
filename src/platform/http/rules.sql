-- What the MAC of a row covers.
create or replace function sealed_facts(r idempotency_keys) returns text language sql stable parallel safe
  return jsonb_build_array(r.user_id, r.key, encode(r.request_hash, 'hex'), r.status, r.reply)::text;
