-- Coins: rates, payments, deposits and what the watcher read.

create table rate_jumps (
  id uuid primary key default uuidv7(),
  coin text check (coin in ('BTC', 'ETH', 'LTC')),
  -- The accepted rate that it is judged against, and the newest reading.
  from_usd_e8 numeric(38,0) not null check (from_usd_e8 > 0),
  usd_e8 numeric(38,0) not null check (usd_e8 > 0),
  sources text[] not null,
  since timestamptz not null,
  read_at timestamptz not null,
  -- When two people accepted it, or the rate came back; null while the coin is paused for it.
  ended_at timestamptz,
  currency text check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  constraint rate_jumps_of_one check (num_nonnulls(coin, currency) = 1)
);
create unique index rate_jumps_open on rate_jumps (coin) where ended_at is null;
create unique index rate_jumps_open_currency on rate_jumps (currency) where ended_at is null;
comment on table rate_jumps is 'Rates that were refused because they jumped, until two people accept them or the rate comes back.';

create table rate_samples (
  id bigint primary key generated always as identity,
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  usd_e8 numeric(38,0) not null check (usd_e8 > 0),
  sources text[] not null,
  at timestamptz not null,
  jump_id uuid unique references rate_jumps (id),
  mac bytea check (length(mac) = 32)
);
create index rate_samples_latest on rate_samples (coin, id desc);
create index rate_samples_at on rate_samples (coin, at);
comment on table rate_samples is 'Dollar rates of coins that several sources agreed on.';
comment on column rate_samples.usd_e8 is 'Hundred-millionths of a dollar for one coin.';

create table fiat_samples (
  id bigint primary key generated always as identity,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  -- Dollars for one unit of the currency, times 10^8.
  usd_e8 numeric(38,0) not null check (usd_e8 > 0),
  sources text[] not null,
  at timestamptz not null,
  jump_id uuid unique references rate_jumps (id),
  mac bytea check (length(mac) = 32)
);
create index fiat_samples_latest on fiat_samples (currency, id desc);
create index fiat_samples_at on fiat_samples (at);
comment on table fiat_samples is 'Dollar rates of other currencies, from the sources of the coins.';

create table xpub_accounts (
  id bigint primary key generated always as identity,
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  xpub_hash bytea not null check (length(xpub_hash) = 32),
  fingerprint text not null,
  next_index integer not null default 0 check (next_index >= 0),
  created_at timestamptz not null default now(),
  unique (coin, xpub_hash)
);
comment on table xpub_accounts is 'The operator''s public keys, by their hash, and the next address of each.';
comment on column xpub_accounts.next_index is 'The next address to give: none is given twice, even after a restore.';

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
  mac bytea check (length(mac) = 32),
  refused_at timestamptz,
  unique (coin, key),
  unique (account_id, index)
);
create index deposit_addresses_spelled on deposit_addresses (lower(address));
create unique index deposit_addresses_unpaid on deposit_addresses (user_id, coin, account_id)
  where paid_at is null and refused_at is null;
comment on table deposit_addresses is 'Addresses given to buyers, one for each payment, derived from the operator''s public key.';
comment on column deposit_addresses.mac is 'Vouches that the shop derived the address: a forged one is never shown.';

create table chain_cursors (
  coin text primary key check (coin in ('BTC', 'ETH', 'LTC')),
  identity text,
  height bigint check (height >= 0),
  hash text,
  tip_height bigint not null default 0,
  -- Up to this block balances and known transfers agree (account chains).
  reconciled_height bigint not null default 0,
  state text not null default 'paused' check (state in ('following', 'paused')),
  checked_at timestamptz not null default now(),
  tip_hash text,
  reason_code text check (reason_code in ('starting', 'node_syncing', 'node_stale', 'node_behind', 'catching_up',
    'node_unreachable', 'node_timeout', 'node_unauthorised', 'node_busy', 'node_warming_up', 'node_too_large',
    'node_bad_reply', 'node_rpc', 'not_development', 'key_of_test', 'key_of_main', 'foreign_genesis',
    'chain_replaced', 'deep_reorganisation', 'balance_short')),
  reason_facts jsonb not null default '{}' check (jsonb_typeof(reason_facts) = 'object'),
  constraint chain_cursors_check1 check ((hash is null) = (height is null) and (hash is null) = (identity is null)),
  constraint chain_cursors_paused_for check ((state = 'paused') = (reason_code is not null)),
  constraint chain_cursors_facts_of check (reason_code is not null or reason_facts = '{}')
);
comment on table chain_cursors is 'How far each coin is followed, and how its node is doing.';
comment on column chain_cursors.identity is 'Which network it is, by its first block; for Ether, the chain''s id stands before that.';

create table chain_blocks (
  coin text not null references chain_cursors (coin),
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);
comment on table chain_blocks is 'The last blocks of each coin, to find where a reorganisation began.';

create table outflows (
  coin text not null references chain_cursors (coin),
  key text not null,
  height bigint not null,
  amount_units numeric(78,0) not null
);
create index outflows_key on outflows (coin, key);
comment on table outflows is 'What left a watched address, fees included: needed to explain its balance.';

create table derived_keys (
  account_id bigint not null references xpub_accounts (id),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  index integer not null check (index >= 0),
  key text not null,
  mac bytea check (length(mac) = 32),
  primary key (account_id, index)
);
create index derived_keys_key on derived_keys (coin, key);
comment on table derived_keys is 'Keys that are watched although nobody was given them: ahead of next_index, and in the gap that a restored backup leaves.';

create table payments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  address_id uuid not null references deposit_addresses (id),
  amount_cents bigint not null check (amount_cents > 0),
  amount_units numeric(78,0) not null check (amount_units > 0),
  rate_id bigint not null references rate_samples (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  number bigint generated always as identity unique,
  mac bytea check (length(mac) = 32),
  check (expires_at >= created_at)
);
create index payments_user on payments (user_id, id desc);
create index payments_address on payments (address_id, created_at desc);
create index payments_rate on payments (rate_id);
-- The payments of all buyers by day.
create index payments_asked on payments (created_at, id);
create index payments_asked_in on payments (coin, created_at, id);
comment on table payments is 'Quotes: an amount in dollars, the coins that pay for it, and the address that waits for them.';

create table deposits (
  id uuid primary key default uuidv7(),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  txid text not null,
  n integer not null check (n >= 0),
  key text not null,
  user_id uuid not null references users (id),
  payment_id uuid not null references payments (id),
  amount_units numeric(78,0) not null check (amount_units > 0),
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
  locked_units numeric(78,0) not null default 0,
  rate_id bigint references rate_samples (id),
  credited_at timestamptz,
  confirmed_at timestamptz,
  credited_units numeric(78,0) not null default 0,
  locked_cents bigint not null default 0 check (locked_cents >= 0),
  screening text not null default 'unscreened' check (screening in ('unscreened', 'unknown', 'clear', 'hit')),
  screened_at timestamptz,
  screened_list_id bigint references sanctions_lists (id),
  possible_senders text[] not null default '{}',
  mac bytea check (length(mac) = 32),
  revision integer not null default 0,
  constraint deposits_check3 check ((state = 'credited') = (credited_at is not null)),
  constraint deposits_check4 check (gone_at is null or state = 'credited'),
  unique (coin, txid, n),
  foreign key (coin, key) references deposit_addresses (coin, key),
  constraint deposits_held check (state <> 'held' or hold_reason is not null),
  constraint deposits_rest_held check (hold_reason is null or state = 'held' or state = 'credited'
    and credited_units < amount_units),
  constraint deposits_credited_units check (credited_units between 0 and amount_units
    and locked_units <= credited_units and (credited_units = 0 or state = 'credited')),
  constraint deposits_hold_reason check (hold_reason in ('review', 'kept', 'unknown', 'minimum', 'stored', 'monthly')),
  check (locked_units between 0 and amount_units),
  check ((height is null) = (hash is null))
);
create index deposits_payment on deposits (payment_id);
create index deposits_key on deposits (coin, key);
create index deposits_height on deposits (coin, height) where height is not null;
create index deposits_open on deposits (coin, user_id) where state <> 'credited' or gone_at is not null;
create index deposits_partly on deposits (coin) where state = 'credited' and credited_units < amount_units;
create index deposits_held on deposits (id) where hold_reason is not null;
create index deposits_user on deposits (user_id, id);
create index deposits_rate on deposits (rate_id);
-- Which accounts were paid from an address.
create index deposits_senders on deposits using gin (senders);
comment on table deposits is 'Payments seen on a chain, one row for a transaction''s output, until they are credited, held or gone.';
comment on column deposits.n is 'Which of the transaction''s outputs it is; 0 for what a transfer of Ether pays.';
comment on column deposits.required_depth is 'Blocks it must lie under before it counts; more for more money.';
comment on column deposits.locked_units is 'How much of it came in time for the rate of the quote.';

create table seen_hints (
  id bigint primary key generated always as identity,
  coin text not null,
  key text not null,
  txid text not null,
  amount_units numeric(78,0) not null check (amount_units > 0),
  payment_id uuid not null references payments (id),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  deposit_id uuid references deposits (id),
  spends text[] not null,
  gone_at timestamptz,
  unique (coin, txid, key, amount_units),
  foreign key (coin, key) references deposit_addresses (coin, key)
);
create index seen_hints_payment on seen_hints (payment_id);
create index seen_hints_deposit on seen_hints (deposit_id);
create index seen_hints_live on seen_hints (coin) where deposit_id is null and gone_at is null;
comment on table seen_hints is 'Sightings before a block: for display and for the time that fixes the rate, never for money.';

create table deposit_credits (
  id bigint primary key generated always as identity,
  deposit_id uuid not null references deposits (id),
  generation integer not null,
  locked_units numeric(78,0) not null check (locked_units >= 0),
  locked_cents bigint not null check (locked_cents >= 0),
  current_units numeric(78,0) not null check (current_units >= 0),
  current_cents bigint not null check (current_cents >= 0),
  -- The rate of current_units; the locked one is the payment's.
  rate_id bigint references rate_samples (id),
  at timestamptz not null,
  reversed_at timestamptz,
  unique (deposit_id, generation),
  check ((current_units = 0) = (rate_id is null))
);
create index deposit_credits_rate on deposit_credits (rate_id);
comment on table deposit_credits is 'One row for each booking of a deposit: the part at the quote''s rate and the part at the rate of that moment.';
comment on column deposit_credits.generation is 'Which crediting it is: a deposit that was reversed and came back is credited again.';

create table hold_decisions (
  id uuid primary key default uuidv7(),
  deposit_id uuid not null references deposits (id),
  decision text not null check (decision in ('release', 'keep')),
  reason text not null check (length(reason) between 3 and 500),
  hold_reason text not null,
  actor_id uuid not null references users (id),
  at timestamptz not null,
  mac bytea check (length(mac) = 32)
);
create index hold_decisions_deposit on hold_decisions (deposit_id, id desc);
comment on table hold_decisions is 'What people decided about deposits that were held, with a MAC: a forged row decides nothing.';

create table unclaimed_deposits (
  id uuid primary key default uuidv7(),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  account_id bigint not null references xpub_accounts (id),
  index integer not null,
  key text not null,
  txid text not null,
  n integer not null check (n >= 0),
  amount_units numeric(78,0) not null check (amount_units > 0),
  first_seen_at timestamptz not null,
  height bigint,
  hash text,
  senders text[] not null default '{}',
  min_depth integer not null default 0 check (min_depth >= 0),
  deposit_id uuid unique references deposits (id),
  possible_senders text[] not null default '{}',
  unique (coin, txid, n),
  check ((height is null) = (hash is null))
);
create index unclaimed_deposits_height on unclaimed_deposits (coin, height) where (height is not null);
comment on table unclaimed_deposits is 'Coins sent to an address that nobody was given, or too late: set aside until it is known whose they are.';

create table top_up_returns (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  deposit_id uuid not null references deposits (id),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  -- That paid the deposit. The approved proposal names it, too.
  address text not null check (length(address) between 14 and 100),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'asked' check (state in ('asked', 'approved', 'rejected', 'withdrawn', 'paid', 'failed',
    'reversed')),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- The transaction that the operator's wallet sent.
  txid text check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  paid_by uuid references users (id),
  paid_at timestamptz,
  ended_at timestamptz,
  check ((paid_at is null) = (txid is null) and (paid_at is null) = (paid_by is null)),
  check ((state <> ALL (array['paid', 'reversed'])) or paid_at is not null),
  check ((state in ('asked', 'approved', 'paid')) = (ended_at is null))
);
create unique index top_up_returns_deposit on top_up_returns (deposit_id) where state in ('asked', 'approved', 'paid');
create index top_up_returns_user on top_up_returns (user_id, id);
create index top_up_returns_open on top_up_returns (id) where state in ('asked', 'approved');
comment on table top_up_returns is 'Unspent top-ups that go back to the chain they came from.';

-- What lower areas refer to here.
alter table spending_blocks add foreign key (deposit_id) references deposits (id);
