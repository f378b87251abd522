-- A tier rises by a check of this very person, and to 2 only with the approval of another.
create or replace function refuse_unchecked_tier() returns trigger language plpgsql as $$
begin
  if not exists (
    select from tier_checks c join identities i on i.digest = c.identity and i.user_id = new.id and i.released_at is null
    where c.user_id = new.id and c.tier = new.tier and c.granted_at is not null and (c.tier < 2 or exists (
      select from proposals p where p.id = c.proposal_id and p.kind = 'tier.raise' and p.subject = new.id
        and p.decision = 'approved' and p.decider_id not in (new.id, c.reviewer_id)))
  ) then
    raise exception 'nobody checked user % for tier %', new.id, new.tier using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger users_tier_checked before update of tier on users
  for each row when (new.tier > old.tier) execute function refuse_unchecked_tier();

-- An erased account lets its identity go: the person may come again.
create or replace function release_identity() returns trigger language plpgsql as $$
begin
  update identities set released_at = new.erased_at where user_id = new.id and released_at is null;
  return null;
end $$;
create or replace trigger users_identity_released after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function release_identity();
