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
