-- Staff are disabled and enabled by two people, and two approvers always remain, whoever writes the statement.

-- One approver alone could give the duty to nobody: who proposes doesn't decide.
create or replace function keep_an_approver() returns trigger language plpgsql as $$
begin
  -- Two who leave at once would each see the other.
  perform pg_advisory_xact_lock(4203710032);
  if (select count(*) from users where id <> new.id and role = 'admin' and 'approver' = any(duties) and disabled_at is null) < 2 then
    raise exception 'user % is one of the last approvers', new.id using errcode = 'check_violation', constraint = 'users_last_approver';
  end if;
  return new;
end $$;

-- The decision is one of this very transaction, so none of before is used again.
create function require_decided_access() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals where kind = 'staff.access' and subject = new.id and decision = 'approved' and decider_id <> new.id
      and facts ->> 'to' = case when new.disabled_at is null then 'enabled' else 'disabled' end
      and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'nobody decided about the access of user %', new.id using errcode = 'check_violation', constraint = 'users_access_decided';
  end if;
  return new;
end $$;
create trigger users_access_decided before update of disabled_at on users
  for each row when (old.role = 'admin' and (old.disabled_at is null) <> (new.disabled_at is null))
  execute function require_decided_access();
