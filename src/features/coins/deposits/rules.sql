insert into account_kinds (kind, belongs_to, limited) values
  ('crypto_btc', 'house', false),
  ('crypto_eth', 'house', false),
  ('crypto_ltc', 'house', false);
insert into transfer_kinds (kind, debit, credit) values
  ('top_up', 'crypto_btc', 'available'),
  ('debt_repayment', 'crypto_btc', 'debt'),
  ('top_up_reversal', 'available', 'crypto_btc'),
  ('top_up_reversal', 'debt', 'crypto_btc'),
  ('top_up', 'crypto_eth', 'available'),
  ('debt_repayment', 'crypto_eth', 'debt'),
  ('top_up_reversal', 'available', 'crypto_eth'),
  ('top_up_reversal', 'debt', 'crypto_eth'),
  ('top_up', 'crypto_ltc', 'available'),
  ('debt_repayment', 'crypto_ltc', 'debt'),
  ('top_up_reversal', 'available', 'crypto_ltc'),
  ('top_up_reversal', 'debt', 'crypto_ltc');

-- What the MAC of a row covers. A deposit of one output has no list of them, as those from before migration 0026; the time from
-- which it was deep enough joins once it is, since by that its quote counts or not.
create or replace function sealed_facts(r deposits) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.coin, r.txid, r.n, r.key, r.user_id, r.payment_id, r.amount_units, micros(r.first_seen_at),
    r.senders, r.possible_senders, r.required_depth, r.height, r.hash)
    || case when r.output_ns is null then '[]' else jsonb_build_array(r.output_ns, r.output_units) end
    || case when r.confirmed_at is null then '[]' else jsonb_build_array(micros(r.confirmed_at)) end, r.revision);

-- What the MAC of a row covers.
create or replace function sealed_facts(r hold_decisions) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.deposit_id, r.decision, r.reason, r.hold_reason, r.actor_id, micros(r.at))::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r deposit_credits) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.deposit_id, r.generation, r.locked_units, r.locked_cents, r.current_units, r.current_cents,
    r.rate_id, micros(r.at), micros(r.reversed_at))::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r seen_hints) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.coin, r.key, r.txid, r.amount_units, r.payment_id, micros(r.first_seen_at),
    micros(r.gone_at)), r.revision);

create or replace trigger seen_hints_revision before update of mac, revision on seen_hints
  for each row execute function raise_revision();

create or replace trigger deposits_revision before update of mac, revision on deposits for each row execute function raise_revision();

create or replace trigger hold_decisions_append_only before update or delete on hold_decisions
  for each row execute function refuse_change();

-- With the rate itself, so that a quote vouches for it.
create or replace function sealed_facts(r payments) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.user_id, r.coin, r.address_id, r.amount_cents, r.amount_units, micros(r.created_at),
    r.rate_id, (select usd_e8 from rate_samples where id = r.rate_id))::text;

-- Units and address of a quote stay, and so does its end.
create or replace function keep_quote() returns trigger language plpgsql as $$
begin
  raise exception 'payment % has a quote that ends, and is not prolonged', old.id using errcode = 'restrict_violation';
end $$;
create or replace trigger payments_quote_ends before update of expires_at on payments
  for each row when (new.expires_at > old.expires_at) execute function keep_quote();

-- What deposits put on the balances of their owners, but for what was taken back.
create or replace view booked_top_ups as
select d.user_id, c.at, c.locked_cents + c.current_cents as cents
from deposits d join deposit_credits c on c.deposit_id = d.id where c.reversed_at is null;

-- Whether a deposit is a sum of dust, which no single transaction paid.
create or replace function is_sum_of_dust(txid text) returns boolean language sql immutable parallel safe
  return txid like 'dust:%';

-- The number of the payment that each deposit pays, by which people name it.
create or replace view numbered_deposits as
select d.id, p.number from deposits d join payments p on p.id = d.payment_id;
