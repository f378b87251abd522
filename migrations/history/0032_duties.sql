-- Duties are given and taken by two people, whoever writes the statement.

alter table users drop constraint users_duties_check;
-- Whoever publishes today does so by the duty support; whoever audits changes nothing.
update users set duties = array_append(duties, 'publisher') where 'support' = any(duties);
update users set duties = array_remove(duties, 'auditor') where 'auditor' = any(duties) and cardinality(duties) > 1;
alter table users
  add constraint users_duties_check
    check (duties <@ array['importer', 'approver', 'support', 'payouts', 'publisher', 'auditor', 'seller']),
  add constraint users_import_or_approve check (not duties @> array['importer', 'approver']),
  add constraint users_audit_alone check (not 'auditor' = any(duties) or cardinality(duties) = 1),
  add constraint users_sell_alone check (not 'seller' = any(duties) or cardinality(duties) = 1),
  -- The proposal that gave today's duties; null where they were given from the command line.
  add column duties_proposal_id uuid unique references proposals (id);

-- One more duty, or the back office itself, takes a decision of somebody else that gave no duty before.
create function refuse_undecided_duties() returns trigger language plpgsql as $$
begin
  if new.duties_proposal_id is not distinct from old.duties_proposal_id or not exists (
    select from proposals where id = new.duties_proposal_id and kind = 'duty.change' and subject = new.id
      and decision = 'approved' and decider_id <> new.id and facts ->> 'duties' = array_to_string(new.duties, ',')
  ) then
    raise exception 'nobody else gave these duties to user %', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- Ids are in order of time: a decision of before is not used again.
create function refuse_older_proposal() returns trigger language plpgsql as $$
begin
  raise exception 'the duties of user % were decided anew', new.id using errcode = 'check_violation';
end $$;
create trigger users_duties_latest before update of duties_proposal_id on users
  for each row when (old.duties_proposal_id is not null and (
    new.duties_proposal_id is null or new.duties_proposal_id < old.duties_proposal_id))
  execute function refuse_older_proposal();
create trigger users_duties_decided before update of role, duties on users
  for each row when (new.role = 'admin' and (old.role <> 'admin' or not new.duties <@ old.duties))
  execute function refuse_undecided_duties();

-- Without an approver nobody could be given the duty any more.
create function keep_an_approver() returns trigger language plpgsql as $$
begin
  -- Two who leave at once would each see the other.
  perform pg_advisory_xact_lock(4203710032);
  if not exists (
    select from users where id <> new.id and role = 'admin' and 'approver' = any(duties) and disabled_at is null
  ) then
    raise exception 'user % is the last approver', new.id using errcode = 'check_violation', constraint = 'users_last_approver';
  end if;
  return new;
end $$;
create trigger users_last_approver before update of role, duties, disabled_at on users
  for each row when (
    old.role = 'admin' and 'approver' = any(old.duties) and old.disabled_at is null
    and (new.role <> 'admin' or not 'approver' = any(new.duties) or new.disabled_at is not null))
  execute function keep_an_approver();
