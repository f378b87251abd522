-- An operator's data are what somebody proposed and somebody else approved, whoever writes the statement.
create or replace function refuse_unapproved_operator() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id and p.kind = 'tax.operator' and p.decision = 'approved'
      and p.facts = to_jsonb(new) - '{proposal_id,at}'::text[]
  ) then
    raise exception 'nobody approved these data of the operator: %', new.proposal_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger operator_versions_approved before insert on operator_versions
  for each row execute function refuse_unapproved_operator();
create or replace trigger operator_versions_append_only before update or delete on operator_versions
  for each row execute function refuse_change();
create or replace trigger operator_versions_no_truncate before truncate on operator_versions
  for each statement execute function refuse_change();

-- The same for a rate. None is dated back behind what was invoiced already; whoever issues invoices takes the same lock.
create or replace function refuse_unfit_rate() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id and p.kind = 'tax.rates' and p.decision = 'approved'
      and p.facts @> jsonb_build_object(new.country, new.rate_bp, 'valid_from', new.valid_from, 'programme_id', new.programme_id)
  ) then
    raise exception 'nobody approved the rate of %', new.country using errcode = 'check_violation';
  end if;
  perform lock_invoices();
  if exists (
    select from invoices where kind = 'invoice' and supplied_at >= new.valid_from::timestamp at time zone 'UTC'
  ) then
    raise exception 'sales since % are invoiced already', new.valid_from
      using errcode = 'check_violation', constraint = 'tax_rates_not_back';
  end if;
  return new;
end $$;
create or replace trigger tax_rates_fit before insert on tax_rates for each row execute function refuse_unfit_rate();
create or replace trigger tax_rates_append_only before update or delete on tax_rates
  for each row execute function refuse_change();
create or replace trigger tax_rates_no_truncate before truncate on tax_rates
  for each statement execute function refuse_change();

-- Numbers are given, and rates put in force, by one transaction at a time.
create or replace function lock_invoices() returns void language sql
return pg_advisory_xact_lock(7346105);

-- The rate in force for a sale: that of its programme before that of its country. Null where two people agreed to none.
create or replace function tax_rate(of_country text, of_programme uuid, sold_at timestamptz) returns integer language sql stable as $$
  select rate_bp from tax_rates
  where country = of_country and (programme_id is null or programme_id = of_programme)
    and valid_from <= (sold_at at time zone 'UTC')::date
  order by programme_id is null, valid_from desc, at desc limit 1
$$;

-- The VAT that a price includes, in whole cents, half a cent up.
create or replace function vat_in(gross_cents bigint, rate_bp integer) returns bigint language sql immutable
return coalesce((2 * gross_cents * rate_bp + 10000 + rate_bp) / (2 * (10000 + rate_bp)), 0);

-- What the MAC of a row covers.
create or replace function sealed_facts(r invoices) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.kind, r.year, r.number, r.transfer_id, r."position", r.order_id, r.user_id, r.invoice_id,
    r.operator_id, micros(r.supplied_at), micros(r.issued_at), r.buyer_name, r.buyer_country, r.lines, r.net_cents, r.vat_cents,
    r.gross_cents)::text;

create or replace trigger invoices_append_only before update or delete on invoices
  for each row execute function refuse_change();
create or replace trigger invoices_no_truncate before truncate on invoices for each statement execute function refuse_change();
