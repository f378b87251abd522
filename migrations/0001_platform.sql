-- The platform: ledger, audit log, events, idempotency, what is sealed.

-- Searches for words that are misspelt, and parts of words.
create extension if not exists pg_trgm;

create table idempotency_keys (
  user_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  mac bytea check (length(mac) = 32),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
comment on table idempotency_keys is 'What a request with a key of its own was answered, sealed, so that a second one does nothing twice.';

create table ledger_accounts (
  id bigint primary key generated always as identity,
  kind text not null check (kind ~ '^[a-z][a-z0-9_]*$'),
  owner_id uuid,
  limited boolean not null default false,
  created_at timestamptz not null default now(),
  seller_id uuid,
  constraint ledger_accounts_kind_owner_key unique nulls not distinct (kind, owner_id, seller_id),
  constraint ledger_accounts_one_owner check (num_nonnulls(owner_id, seller_id) <= 1),
  constraint ledger_accounts_of_sellers check ((kind ~~ 'seller\_%') = (seller_id is not null))
);
create index ledger_accounts_owner on ledger_accounts (owner_id);
create index ledger_accounts_seller on ledger_accounts (seller_id) where seller_id is not null;
create index ledger_accounts_of_kind on ledger_accounts (kind, id);
comment on table ledger_accounts is 'Accounts of the books. What may not fall below zero is limited.';

create table ledger_balances (
  account_id bigint primary key references ledger_accounts (id),
  balance_cents bigint not null default 0 check (balance_cents >= 0)
) with (fillfactor = 50);
comment on table ledger_balances is 'What is on each account now, kept by the trigger that books a transfer.';

create table ledger_transfers (
  id bigint primary key generated always as identity,
  debit_account_id bigint not null references ledger_accounts (id),
  credit_account_id bigint not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  kind text not null check (kind ~ '^[a-z][a-z0-9_]*$'),
  reference uuid,
  unique_key text not null unique check (length(unique_key) between 1 and 300),
  created_at timestamptz not null default now(),
  check (debit_account_id <> credit_account_id)
);
create index ledger_transfers_debit on ledger_transfers (debit_account_id, id);
create index ledger_transfers_credit on ledger_transfers (credit_account_id, id);
create index ledger_transfers_created on ledger_transfers (created_at);
create index ledger_transfers_reference on ledger_transfers (reference, id) where reference is not null;
create index ledger_transfers_day on ledger_transfers using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index ledger_transfers_of_kind on ledger_transfers (kind, id);
comment on table ledger_transfers is 'The books: money that went from one account to another. Only ever added to.';
comment on column ledger_transfers.unique_key is 'Makes a second booking of the same event impossible.';

create table audit_entries (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject text not null default '',
  address text not null default '',
  details jsonb not null default '{}'
);
-- A person's own entries, for the export of the account.
create index audit_entries_actor on audit_entries (actor_id, id) where actor_id is not null;
create index audit_entries_subject on audit_entries (subject, id);
-- Reveals and failed sign-ins of an account within some minutes or hours.
create index audit_entries_pace on audit_entries (actor_id, at)
  where action in ('card.revealed', 'auth.login_failed', 'auth.otp_failed');
create index audit_entries_at on audit_entries (at);
create index audit_entries_action on audit_entries (action, id);
create index audit_entries_reveals on audit_entries (at) where action = 'card.revealed';
create index audit_entries_whole_addresses on audit_entries (at) where address <> '' and address not like '%/%' and address not like 'cli:%';
comment on table audit_entries is 'Who did what to which subject, in the same transaction as the deed. Never changed but to shorten addresses.';

create table audit_chain (
  "position" bigint primary key check ("position" > 0),
  entry_id bigint not null unique references audit_entries (id),
  link bytea not null check (length(link) = 32),
  address_digest bytea check (length(address_digest) = 32),
  coarse_digest bytea check (length(coarse_digest) = 32),
  constraint audit_chain_digests_whole check (num_nulls(address_digest, coarse_digest) in (0, 2))
);
comment on table audit_chain is 'The hash chain over audit entries: each link covers the one before it.';
comment on column audit_chain.address_digest is 'Stands for the address once that is erased, so that the chain still holds.';
comment on column audit_chain.coarse_digest is 'The same for the network that the address became after 90 days.';

create table events (
  id bigint primary key generated always as identity,
  channel text not null check (channel ~ '^private-[a-z0-9-]+(\.[a-z0-9-]+)?$' and length(channel) <= 100),
  event text not null check (event ~ '^[a-z][a-z0-9-]{0,63}$'),
  data jsonb not null check (jsonb_typeof(data) = 'object' and length(data::text) <= 8000),
  created_at timestamptz not null default now(),
  "position" bigint,
  seq bigint,
  unique ("position"),
  check (("position" is null) = (seq is null))
);
create index events_without_place on events (id) where position is null;
comment on table events is 'Live updates, written with what they tell of and sent once they are committed.';
comment on column events."position" is 'Its place among all; null until the placer has numbered it after the commit.';
comment on column events.seq is 'Its place in its channel, by which clients see that they missed one.';

create table event_counters (
  channel text primary key,
  last bigint not null check (last >= 0)
);
comment on table event_counters is 'The highest number given in each channel of live updates; ''all'' counts positions.';

create table sealings (
  name text primary key,
  sealed_at timestamptz
);
comment on table sealings is 'When the rows from before a table had MACs were sealed; null until then.';

create table rows_to_seal (
  kind text not null check (kind in ('address', 'key', 'line', 'gift', 'address again', 'key again', 'gift again',
    'deposit again')),
  id text not null,
  primary key (kind, id)
);
comment on table rows_to_seal is 'What was there before rows had MACs. The first start with the master key seals it; only the owner writes here.';

create table decision_gate (
  id boolean primary key default true check (id),
  inner_key bytea not null check (length(inner_key) = 64),
  outer_key bytea not null check (length(outer_key) = 64)
);
comment on table decision_gate is 'The key of the second MAC that a decision needs to be written, padded as HMAC-SHA256 wants it. For triggers alone.';

insert into event_counters values ('all', 0);

-- Rows of these tables carry a MAC; the first start makes them for rows that are there.
insert into sealings (name) values
  ('users'), ('devices'), ('sessions'), ('passkeys'), ('email_tokens'), ('proposals'), ('proposal_approvals'), ('idempotency_keys'),
  ('decision_gate'), ('deposits'), ('payments'), ('rate_samples'), ('fiat_samples'), ('verifications'), ('hold_decisions');
-- From here on, who has a passkey signs what they decide.
insert into sealings (name, sealed_at) values ('decision_signatures', now());
