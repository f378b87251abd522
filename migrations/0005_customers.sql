-- Customers: tiers, adjustments, blocks, lists of sanctions.

create table sanctions_lists (
  id bigint primary key generated always as identity,
  sha256 bytea not null check (length(sha256) = 32),
  entries integer not null check (entries >= 0),
  -- Lines that are no address of a chain we know.
  skipped integer not null check (skipped >= 0),
  loaded_at timestamptz not null,
  file_at timestamptz,
  skipped_lines integer[] not null default '{}'::integer[]
);
comment on table sanctions_lists is 'Lists of sanctions that were loaded, by their hash.';

create table sanctioned_keys (
  key text primary key,
  list_id bigint not null references sanctions_lists (id)
);
comment on table sanctioned_keys is 'Addresses on the list of sanctions in force.';

create table embargoed_countries (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  list_id bigint not null references sanctions_lists (id)
);
comment on table embargoed_countries is 'Countries of the list of sanctions in force, which the shop sells nothing to.';

create table sanctioned_names (
  -- Folded: lower case without diacritics, its words sorted.
  name text primary key,
  list_id bigint not null references sanctions_lists (id)
);
comment on table sanctioned_names is 'Names on the list of sanctions in force.';

create table identities (
  digest bytea primary key check (length(digest) = 32),
  user_id uuid not null references users (id),
  released_at timestamptz
);
create unique index identities_of_user on identities (user_id) where released_at is null;
comment on table identities is 'Whose identity an account is, by a keyed digest. It stays taken for a while after its account was erased.';

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
comment on table tier_checks is 'Identities that were checked outside, and the tier that followed.';

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
comment on table tier_requests is 'Buyers who asked for a higher tier.';

create table balance_adjustments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  proposal_id uuid not null unique references proposals (id),
  cause text not null check (cause in ('correction', 'goodwill', 'refund')),
  cents bigint not null check (cents <> 0),
  booked_at timestamptz not null,
  order_id uuid,
  constraint balance_adjustments_order check ((cause = 'refund') = (order_id is not null)),
  check (cause = 'correction' or cents > 0)
);
create index balance_adjustments_of_user on balance_adjustments (user_id, booked_at);
create index balance_adjustments_of_order on balance_adjustments (order_id) where order_id is not null;
comment on table balance_adjustments is 'Money that staff gave or took by hand, with its cause.';

create table spending_blocks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  deposit_id uuid not null,
  blocked_at timestamptz not null,
  lifted_at timestamptz,
  -- null when the balance became whole again.
  lifted_by uuid references users (id),
  check (lifted_by is null or lifted_at is not null)
);
create unique index spending_blocks_open on spending_blocks (user_id) where lifted_at is null;
comment on table spending_blocks is 'Accounts that may not spend because a deposit was taken back by its chain.';

create table account_closings (
  user_id uuid primary key references users (id),
  asked_at timestamptz not null,
  -- The buyer, or whoever of the staff opened it.
  asked_by uuid not null references users (id)
);
comment on table account_closings is 'Accounts that their owner or staff asked to close; once nothing is open any more they are erased.';
