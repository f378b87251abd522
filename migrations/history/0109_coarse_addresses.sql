-- Addresses in the audit log are made coarse after 90 days. A link covers keyed digests of the address, whole and coarse, instead of
-- the address itself, so that it holds before and after. Links from before cover the address, which they therefore keep.
alter table audit_chain
  add column address_digest bytea check (length(address_digest) = 32),
  add column coarse_digest bytea check (length(coarse_digest) = 32),
  add constraint audit_chain_digests_whole check (num_nulls(address_digest, coarse_digest) in (0, 2));

-- Its network: /24 of an IPv4 address, also of one inside an IPv6 address, and /48 of an IPv6 address. Anything else stays.
-- Not in SQL: the planner would work out what stands behind a condition before it asks it.
create function coarse_v4(address text, otherwise text) returns text language plpgsql immutable parallel safe as $$
begin
  if address ~ '^\d+\.\d+\.\d+\.\d+(/24)?$' and pg_input_is_valid(address, 'inet') then
    return network(set_masklen(address::inet, 24))::text;
  end if;
  return otherwise;
end $$;
create function coarse_address(address text) returns text language plpgsql immutable parallel safe as $$
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
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.at < now() - interval '90 days' and new.address = coarse_address(old.address)
    and to_jsonb(new) - 'address' = to_jsonb(old) - 'address'
    and exists (select from audit_chain where entry_id = old.id and address_digest is not null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger audit_entries_append_only on audit_entries;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function keep_audit_entry();

-- The role that serves may have old addresses made coarse, and nothing else of the log changed. Up to a number of entries.
create function coarsen_audit_addresses(most integer) returns integer
language sql security definer set search_path to 'public', 'pg_temp' as $$
  with old as (
    select e.id from audit_entries e join audit_chain c on c.entry_id = e.id
    where e.at < now() - interval '90 days' and c.address_digest is not null
      and e.address <> '' and e.address not like '%/%' and e.address not like 'cli:%' and e.address <> coarse_address(e.address)
    order by e.at limit most),
  coarsened as (update audit_entries e set address = coarse_address(e.address) from old where e.id = old.id returning 1)
  select count(*)::integer from coarsened
$$;
create index audit_entries_whole_addresses on audit_entries (at) where address <> '' and address not like '%/%' and address not like 'cli:%';
