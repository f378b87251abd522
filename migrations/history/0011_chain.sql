-- Real nodes: what a person must look at, money that nobody was promised, and accounts that may not spend.

create table alerts (
  id uuid primary key default uuidv7(),
  -- `feature.what_happened`, such as chain.halted.
  kind text not null,
  -- What it is about: a coin, a deposit's id, a user's id.
  subject text not null,
  details jsonb not null default '{}',
  -- How often it was raised while it was open.
  times integer not null default 1,
  raised_at timestamptz not null,
  last_raised_at timestamptz not null,
  resolved_at timestamptz,
  -- null when it ended by itself.
  resolved_by uuid references users (id),
  check (resolved_by is null or resolved_at is not null)
);
-- Raised again while it is open, it is the same one.
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
create index alerts_newest on alerts (id desc);

-- A reversed top-up that was spent already: its owner buys nothing until the balance is whole again, or a person lifts it.
create table spending_blocks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  deposit_id uuid not null references deposits (id),
  blocked_at timestamptz not null,
  lifted_at timestamptz,
  -- null when the balance became whole again.
  lifted_by uuid references users (id),
  check (lifted_by is null or lifted_at is not null)
);
create unique index spending_blocks_open on spending_blocks (user_id) where lifted_at is null;

-- Keys that are watched although nobody was given them: ahead of next_index, and in the gap that a restored backup leaves.
create table derived_keys (
  account_id bigint not null references xpub_accounts (id),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  index integer not null check (index >= 0),
  key text not null,
  primary key (account_id, index)
);
create index derived_keys_key on derived_keys (coin, key);

-- Money on an address that was never given out: nobody's yet, seen for a person.
create table suspense_deposits (
  id uuid primary key default uuidv7(),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  account_id bigint not null references xpub_accounts (id),
  index integer not null,
  key text not null,
  txid text not null,
  n integer not null check (n >= 0),
  amount_units numeric(78, 0) not null check (amount_units > 0),
  first_seen_at timestamptz not null,
  -- null when it is nowhere on the best chain.
  height bigint,
  hash text,
  unique (coin, txid, n),
  check ((height is null) = (hash is null))
);
create index suspense_deposits_height on suspense_deposits (coin, height) where height is not null;

-- A coin whose node never answered has no cursor yet, but a reason that can be read.
alter table chain_cursors alter column identity drop not null;
alter table chain_cursors alter column height drop not null;
alter table chain_cursors alter column hash drop not null;
alter table chain_cursors add check ((hash is null) = (height is null) and (hash is null) = (identity is null));
alter table chain_cursors add column tip_hash text;
