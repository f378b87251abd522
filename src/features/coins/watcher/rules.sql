-- What the MAC of a row covers. Those from before migration 0033 have no time.
create or replace function sealed_facts(r outflows) returns text language sql stable parallel safe
  return (jsonb_build_array(r.id, r.coin, r.key, r.height, r.amount_units, r.txid)
    || case when r.at is null then '[]' else jsonb_build_array(micros(r.at), r.rate_id) end)::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r unclaimed_deposits) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.coin, r.account_id, r.index, r.key, r.txid, r.n, r.amount_units, micros(r.first_seen_at),
    r.senders, r.possible_senders, r.min_depth, r.height, r.hash, r.deposit_id), r.revision);

create or replace trigger unclaimed_deposits_revision before update of mac, revision on unclaimed_deposits
  for each row execute function raise_revision();

-- Samples of rates that a payment, a deposit, a credit or an outflow goes by.
create or replace view used_rates as
select rate_id from payments
union all select rate_id from deposits where rate_id is not null
union all select rate_id from deposit_credits where rate_id is not null
union all select rate_id from outflows where rate_id is not null;
