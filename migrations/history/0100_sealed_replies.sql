-- The first reply to a request is given again for its Idempotency-Key, with the address of a payment in it, say: the vault's MAC
-- says that the shop gave it, to whom and for what.
alter table idempotency_keys add column mac bytea check (length(mac) = 32);

create function sealed_facts(r idempotency_keys) returns text language sql stable parallel safe
  return jsonb_build_array(r.user_id, r.key, encode(r.request_hash, 'hex'), r.status, r.reply)::text;

insert into sealings (name) values ('idempotency_keys');
