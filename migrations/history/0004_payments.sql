-- Rates, watch-only payments and what the chains are known to hold.

create table rate_samples (
  id bigint generated always as identity primary key,
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  -- Dollars for one coin, times 10^8.
  usd_e8 numeric(38, 0) not null check (usd_e8 > 0),
  sources text[] not null,
  at timestamptz not null
);
create index rate_samples_latest on rate_samples (coin, id desc);

-- The key itself stays in the configuration: together with one child's private key it would reveal all of them.
create table xpub_accounts (
  id bigint generated always as identity primary key,
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  xpub_hash bytea not null check (length(xpub_hash) = 32),
  fingerprint text not null,
  next_index integer not null default 0 check (next_index >= 0),
  created_at timestamptz not null default now(),
  unique (coin, xpub_hash)
);

create table deposit_addresses (
  id uuid primary key default uuidv7(),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  account_id bigint not null references xpub_accounts (id),
  index integer not null check (index >= 0),
  key text not null,
  address text not null,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  unique (coin, key),
  unique (account_id, index)
);
-- A user has one unpaid address of a coin; paid ones are watched for ever and stay this user's.
create unique index deposit_addresses_unpaid on deposit_addresses (user_id, coin) where paid_at is null;

create table payments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  address_id uuid not null references deposit_addresses (id),
  amount_cents bigint not null check (amount_cents > 0),
  amount_units numeric(78, 0) not null check (amount_units > 0),
  rate_id bigint not null references rate_samples (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at >= created_at)
);
create index payments_user on payments (user_id, id desc);
create index payments_address on payments (address_id, created_at desc);

create table chain_cursors (
  coin text primary key check (coin in ('BTC', 'ETH', 'LTC')),
  identity text not null,
  height bigint not null check (height >= 0),
  hash text not null,
  tip_height bigint not null default 0,
  -- Up to this block balances and known transfers agree (account chains).
  reconciled_height bigint not null default 0,
  state text not null default 'paused' check (state in ('following', 'paused')),
  reason text,
  checked_at timestamptz not null default now(),
  check ((state = 'paused') = (reason is not null))
);

create table chain_blocks (
  coin text not null references chain_cursors (coin),
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);

create table deposits (
  id uuid primary key default uuidv7(),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  txid text not null,
  n integer not null check (n >= 0),
  key text not null,
  user_id uuid not null references users (id),
  payment_id uuid not null references payments (id),
  amount_units numeric(78, 0) not null check (amount_units > 0),
  senders text[] not null default '{}',
  first_seen_at timestamptz not null,
  required_depth integer not null check (required_depth > 0),
  -- Where it is mined; null when it is nowhere on the best chain.
  height bigint,
  hash text,
  state text not null default 'pending' check (state in ('pending', 'held', 'credited')),
  hold_reason text,
  -- How often it was credited: once, unless a deep reorganisation undid it.
  generation integer not null default 0,
  -- Height it was lost at while credited.
  gone_at bigint,
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  -- The part at the payment's locked rate; the rest is at rate_id.
  locked_units numeric(78, 0) not null default 0 check (locked_units between 0 and amount_units),
  rate_id bigint references rate_samples (id),
  credited_at timestamptz,
  foreign key (coin, key) references deposit_addresses (coin, key),
  unique (coin, txid, n),
  check ((height is null) = (hash is null)),
  check ((state = 'held') = (hold_reason is not null)),
  check ((state = 'credited') = (credited_at is not null)),
  check (gone_at is null or state = 'credited')
);
create index deposits_payment on deposits (payment_id);
create index deposits_key on deposits (coin, key);
create index deposits_height on deposits (coin, height) where height is not null;
create index deposits_open on deposits (coin, user_id) where state <> 'credited' or gone_at is not null;

-- What left a watched address, fees included: needed to explain its balance.
create table outflows (
  coin text not null references chain_cursors (coin),
  key text not null,
  height bigint not null,
  amount_units numeric(78, 0) not null
);
create index outflows_key on outflows (coin, key);

-- Sightings before a block: for display and for the time that fixes the rate, never for money.
create table seen_hints (
  id bigint generated always as identity primary key,
  coin text not null,
  key text not null,
  txid text not null,
  amount_units numeric(78, 0) not null check (amount_units > 0),
  payment_id uuid not null references payments (id),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  deposit_id uuid references deposits (id),
  unique (coin, txid, key, amount_units),
  foreign key (coin, key) references deposit_addresses (coin, key)
);
create index seen_hints_payment on seen_hints (payment_id);
create index seen_hints_deposit on seen_hints (deposit_id);
