-- The role that serves has no right on role, duties and tier: these functions of the owner are its only way, and each demands what
-- decides about it. The row's MAC comes along, because whoever holds the database's credentials can call them too.
create function give_duties(decided_by uuid, new_mac bytea) returns void
language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  decided proposals;
begin
  select * into decided from proposals
  where id = decided_by and kind = 'duty.change' and decision = 'approved' and decider_id not in (proposer_id, subject);
  if decided.id is null then
    raise exception 'no decision % gives duties', decided_by using errcode = 'check_violation';
  end if;
  update users set role = case when decided.facts ->> 'duties' = '' then 'buyer' else 'admin' end,
    duties = string_to_array(decided.facts ->> 'duties', ','), duties_proposal_id = decided.id, mac = new_mac
  where id = decided.subject;
end $$;

-- A higher tier takes a check, and tier 2 a decision: the trigger on this column sees to both.
create function give_tier(owner_id uuid, new_tier smallint, new_mac bytea) returns void
language sql security definer set search_path to 'public', 'pg_temp' as $$
  update users set tier = new_tier, mac = new_mac where id = owner_id
$$;
