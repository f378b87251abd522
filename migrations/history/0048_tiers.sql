-- Verification tiers are asked for, checked outside and given by people; the same identity is one person.

-- Whose identity it is, by a keyed digest of what the outside check calls the person. It stays taken for a while after
-- its account was erased, so that nobody has the limits of two.
create table identities (
  digest bytea primary key check (length(digest) = 32),
  user_id uuid not null references users (id),
  released_at timestamptz
);
create unique index identities_of_user on identities (user_id) where released_at is null;

create table tier_checks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  tier smallint not null check (tier in (1, 2)),
  -- Names the check where it was made; the documents stay there.
  evidence text not null check (evidence ~ '^[A-Za-z0-9._-]{4,64}$'),
  identity bytea not null,
  checked_on date not null,
  reviewer_id uuid not null references users (id),
  -- Of tier 2: what somebody else agreed to.
  proposal_id uuid unique references proposals (id),
  created_at timestamptz not null,
  granted_at timestamptz,
  check (reviewer_id <> user_id)
);
create index tier_checks_of_user on tier_checks (user_id, id);

create table tier_requests (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  tier smallint not null check (tier in (1, 2)),
  state text not null default 'open' check (state in ('open', 'granted', 'refused', 'withdrawn')),
  -- What the buyer is told.
  reason text check (length(reason) between 3 and 500),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'refused') = (reason is not null))
);
create unique index tier_requests_open on tier_requests (user_id) where state = 'open';
create index tier_requests_waiting on tier_requests (id) where state = 'open';
create index tier_requests_of_user on tier_requests (user_id, id);

create function refuse_unchecked_tier() returns trigger language plpgsql as $$
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
create trigger users_tier_checked before update of tier on users
  for each row when (new.tier > old.tier) execute function refuse_unchecked_tier();

create function release_identity() returns trigger language plpgsql as $$
begin
  update identities set released_at = new.erased_at where user_id = new.id and released_at is null;
  return null;
end $$;
create trigger users_identity_released after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null) execute function release_identity();
