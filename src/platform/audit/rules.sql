-- Its network: /24 of an IPv4 address, also of one inside an IPv6 address, and /48 of an IPv6 address. Anything else stays.
-- Not in SQL: the planner would work out what stands behind a condition before it asks it.
create or replace function coarse_v4(address text, otherwise text) returns text language plpgsql immutable parallel safe as $$
begin
  if address ~ '^\d+\.\d+\.\d+\.\d+(/24)?$' and pg_input_is_valid(address, 'inet') then
    return network(set_masklen(address::inet, 24))::text;
  end if;
  return otherwise;
end $$;

-- The network of an address, as it is kept after 90 days: /24 of IPv4, /48 of IPv6.
create or replace function coarse_address(address text) returns text language plpgsql immutable parallel safe as $$
begin
  if address ~* '^::ffff:\d+\.\d+\.\d+\.\d+$' then
    return coarse_v4(substr(address, 8), address);
  end if;
  if address like '%:%' and pg_input_is_valid(split_part(address, '%', 1), 'inet') then
    return network(set_masklen(split_part(address, '%', 1)::inet, 48))::text;
  end if;
  return coarse_v4(address, address);
end $$;

-- The one change that an entry ever sees, made by the function below.
create or replace function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.at < now() - interval '90 days' and new.address = coarse_address(old.address)
    and to_jsonb(new) - 'address' = to_jsonb(old) - 'address'
    and exists (select from audit_chain where entry_id = old.id and address_digest is not null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function keep_audit_entry();

-- The role that serves may have old addresses made coarse, and nothing else of the log changed. Up to a number of entries.
create or replace function coarsen_audit_addresses(most integer) returns integer
language sql security definer set search_path to 'public', 'pg_temp' as $$
  with old as (
    select e.id from audit_entries e join audit_chain c on c.entry_id = e.id
    where e.at < now() - interval '90 days' and c.address_digest is not null
      and e.address <> '' and e.address not like '%/%' and e.address not like 'cli:%' and e.address <> coarse_address(e.address)
    order by e.at limit most),
  coarsened as (update audit_entries e set address = coarse_address(e.address) from old where e.id = old.id returning 1)
  select count(*)::integer from coarsened
$$;

create or replace trigger audit_chain_append_only before update or delete on audit_chain for each row execute function refuse_change();
create or replace trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function refuse_change();

create or replace trigger audit_entries_no_truncate before truncate on audit_entries for each statement execute function refuse_change();
