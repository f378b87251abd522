-- What the MAC of a row covers: the rate in hundred-millionths, as releases before wrote it, which had no more decimals.
create or replace function sealed_facts(r fiat_samples) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.currency, trim_scale(r.usd_e9 * 0.1), r.sources, micros(r.at), r.jump_id)::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r rate_samples) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.coin, r.usd_e8, r.sources, micros(r.at), r.jump_id)::text;
