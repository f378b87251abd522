-- What the MAC of a row covers. Those from before migration 0033 have no time.
create or replace function sealed_facts(r outflows) returns text language sql stable parallel safe
  return (jsonb_build_array(r.id, r.coin, r.key, r.height, r.amount_units, r.txid)
    || case when r.at is null then '[]' else jsonb_build_array(micros(r.at), r.rate_id) end)::text;

-- Samples of rates that a payment, a deposit, a credit or an outflow goes by.
create or replace view used_rates as
select rate_id from payments
union all select rate_id from deposits where rate_id is not null
union all select rate_id from deposit_credits where rate_id is not null
union all select rate_id from outflows where rate_id is not null;
