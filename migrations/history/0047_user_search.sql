-- The back office finds an account among a million, and corrects a balance by two people.

create extension if not exists pg_trgm;

-- A part of a name or an address of mail, in one index.
create function user_words(username text, email text, display_name text) returns text
language sql immutable parallel safe return username || ' ' || email || ' ' || lower(display_name);
create index users_words on users using gin (user_words(username, email, display_name) gin_trgm_ops);
create index users_inactive on users (id) where activated_at is null and erased_at is null;
create index users_disabled on users (id) where disabled_at is not null;
create index users_staff on users (id) where role = 'admin';
create index users_tier on users (tier, id);
create index deposit_addresses_spelled on deposit_addresses (lower(address));

-- What two people put on a balance or took from it, and why.
create table balance_adjustments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  proposal_id uuid not null unique references proposals (id),
  cause text not null check (cause in ('correction', 'goodwill', 'refund')),
  cents bigint not null check (cents <> 0),
  booked_at timestamptz not null,
  check (cause = 'correction' or cents > 0)
);
create index balance_adjustments_of_user on balance_adjustments (user_id, booked_at);

create function refuse_undecided_adjustment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals where id = new.proposal_id and kind = 'balance.adjust' and subject = new.user_id
      and decision = 'approved' and new.user_id not in (proposer_id, decider_id)
      and (facts ->> 'cents')::bigint = new.cents and facts ->> 'cause' = new.cause
  ) then
    raise exception 'nobody else agreed to adjust the balance of user %', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger balance_adjustments_decided before insert on balance_adjustments
  for each row execute function refuse_undecided_adjustment();
create trigger balance_adjustments_append_only before update or delete on balance_adjustments
  for each row execute function refuse_change();
