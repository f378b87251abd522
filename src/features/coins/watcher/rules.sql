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

-- What the MAC of a row covers.
create or replace function sealed_facts(r change_outputs) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.coin, r.key, r.txid, r.n, r.amount_units, r.height, r.hash), r.revision);

create or replace trigger change_outputs_revision before update of mac, revision on change_outputs
  for each row execute function raise_revision();

-- Each output that pays an address, as the chain has them: those of a sum of dust in place of the sum.
create or replace view received_outputs as
select d.coin, d.txid, o.n, d.key, o.amount_units, d.height
from deposits d cross join lateral unnest(
  coalesce(d.output_ns, array[d.n]), coalesce(d.output_units, array[d.amount_units])) as o (n, amount_units)
where not is_sum_of_dust(d.txid)
union all
select d.coin, d.txid, o.n, d.key, o.amount_units, d.height
from dust_deposits d cross join lateral unnest(
  coalesce(d.output_ns, array[d.n]), coalesce(d.output_units, array[d.amount_units])) as o (n, amount_units)
union all
select coin, txid, n, key, amount_units, height from change_outputs;

-- What left our addresses by each input, less what came back as change of its transaction: taken off the last inputs first.
create or replace view net_outflows as
select o.id, o.coin, o.key, o.height, o.txid, o.at, o.rate_id,
  case when o.txid is null then o.amount_units
    else least(o.amount_units, greatest(0, t.units - c.units - t.before)) end as amount_units
from outflows o
cross join lateral (
  select coalesce(sum(f.amount_units), 0) as units, coalesce(sum(f.amount_units) filter (where f.id < o.id), 0) as before
  from outflows f where f.coin = o.coin and f.txid = o.txid) t
cross join lateral (
  select coalesce(sum(amount_units), 0) as units from change_outputs
  where coin = o.coin and txid = o.txid and height is not null) c;
