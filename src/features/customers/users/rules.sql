insert into account_kinds (kind, belongs_to, limited) values
  ('adjustments', 'house', false);
insert into transfer_kinds (kind, debit, credit) values
  ('adjustment', 'adjustments', 'available'),
  ('adjustment', 'available', 'adjustments');

-- The role that serves has no right on role, duties and tier: these functions of the owner are its only way, and each demands what
-- decides about it. The row's MAC comes along, because whoever holds the database's credentials can call them too.
create or replace function give_duties(decided_by uuid, new_mac bytea) returns void
language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
declare
  decided proposals;
begin
  select * into decided from proposals
  where id = decided_by and kind = 'duty.change' and decision = 'approved' and decider_id not in (proposer_id, subject);
  if decided.id is null then
    raise exception 'no decision % gives duties', decided_by using errcode = 'check_violation';
  end if;
  perform write_duties(decided.subject, string_to_array(decided.facts ->> 'duties', ','), decided.id, new_mac);
end $$;

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
create or replace trigger users_last_approver before update of role, duties, disabled_at on users
  for each row when (
    old.role = 'admin' and 'approver' = any(old.duties) and old.disabled_at is null
    and (new.role <> 'admin' or not 'approver' = any(new.duties) or new.disabled_at is not null))
  execute function keep_an_approver();

-- The decision is one of this very transaction, so none of before is used again.
create or replace function require_decided_access() returns trigger language plpgsql as $$
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
create or replace trigger users_access_decided before update of disabled_at on users
  for each row when (old.role = 'admin' and (old.disabled_at is null) <> (new.disabled_at is null))
  execute function require_decided_access();

-- One more duty, or the back office itself, takes a decision of somebody else that gave no duty before.
create or replace function refuse_undecided_duties() returns trigger language plpgsql as $$
begin
  if new.duties_proposal_id is not distinct from old.duties_proposal_id or not exists (
    select from proposals where id = new.duties_proposal_id and kind = 'duty.change' and subject = new.id
      and decision = 'approved' and decider_id <> new.id and facts ->> 'duties' = array_to_string(new.duties, ',')
  ) then
    raise exception 'nobody else gave these duties to user %', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger users_duties_decided before update of role, duties on users
  for each row when (new.role = 'admin' and (old.role <> 'admin' or not new.duties <@ old.duties))
  execute function refuse_undecided_duties();

-- Ids are in order of time: a decision of before is not used again.
create or replace function refuse_older_proposal() returns trigger language plpgsql as $$
begin
  raise exception 'the duties of user % were decided anew', new.id using errcode = 'check_violation';
end $$;
create or replace trigger users_duties_latest before update of duties_proposal_id on users
  for each row when (old.duties_proposal_id is not null and (
    new.duties_proposal_id is null or new.duties_proposal_id < old.duties_proposal_id))
  execute function refuse_older_proposal();

-- Money moves by hand as two people decided, to the cent.
create or replace function refuse_undecided_adjustment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals where id = new.proposal_id and kind = 'balance.adjust' and subject = new.user_id
      and decision = 'approved' and new.user_id not in (proposer_id, decider_id)
      and (facts ->> 'cents')::bigint = new.cents and facts ->> 'cause' = new.cause
      and facts ->> 'order_id' is not distinct from new.order_id::text
  ) then
    raise exception 'nobody else agreed to adjust the balance of user %', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger balance_adjustments_decided before insert on balance_adjustments
  for each row execute function refuse_undecided_adjustment();

create or replace trigger balance_adjustments_append_only before update or delete on balance_adjustments
  for each row execute function refuse_change();

-- What staff put on balances, refunds excepted.
create or replace view balance_gifts as
select user_id, booked_at, cents from balance_adjustments where cents > 0 and cause <> 'refund';
