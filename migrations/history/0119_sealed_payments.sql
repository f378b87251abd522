-- The watcher credits what these rows say came in, at the rate that they name. Whoever could write them had money credited that
-- nobody sent, twice, or at a rate that nobody read; the books agreed, since they compare credits with transfers alone.
alter table deposits add column mac bytea check (length(mac) = 32);
alter table payments add column mac bytea check (length(mac) = 32);
alter table rate_samples add column mac bytea check (length(mac) = 32);
alter table fiat_samples add column mac bytea check (length(mac) = 32);
insert into sealings (name) values ('deposits'), ('payments'), ('rate_samples'), ('fiat_samples');

create function sealed_facts(r deposits) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.coin, r.txid, r.n, r.key, r.user_id, r.payment_id, r.amount_units, micros(r.first_seen_at))::text;
create function sealed_facts(r rate_samples) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.coin, r.usd_e8, r.sources, micros(r.at), r.jump_id)::text;
create function sealed_facts(r fiat_samples) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.currency, r.usd_e8, r.sources, micros(r.at), r.jump_id)::text;
-- With the rate itself, so that a quote vouches for it.
create function sealed_facts(r payments) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.user_id, r.coin, r.address_id, r.amount_cents, r.amount_units, micros(r.created_at),
    r.rate_id, (select usd_e8 from rate_samples where id = r.rate_id))::text;

create function keep_quote() returns trigger language plpgsql as $$
begin
  raise exception 'payment % has a quote that ends, and is not prolonged', old.id using errcode = 'restrict_violation';
end $$;
create trigger payments_quote_ends before update of expires_at on payments
  for each row when (new.expires_at > old.expires_at) execute function keep_quote();
