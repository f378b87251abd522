-- People, sessions, the ledger, the audit log and what the pipeline keeps.

create table users (
  id uuid primary key default uuidv7(),
  username text not null unique check (username ~ '^[a-z0-9_.-]{3,32}$'),
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  role text not null default 'buyer' check (role in ('buyer', 'admin')),
  duties text[] not null default '{}' check (duties <@ array['importer', 'approver', 'support', 'auditor']),
  tier smallint not null default 0 check (tier between 0 and 2),
  terms_accepted_at timestamptz,
  email_verified_at timestamptz,
  activated_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

-- Only a confirmed address is somebody's: registering with another's address must tell nothing and take nothing.
create unique index users_confirmed_email on users (email) where email_verified_at is not null;

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_agent text not null default '' check (length(user_agent) <= 400),
  address text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- The mailed token itself is never stored: it is the row's id and a keyed mac of it.
create table email_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_tokens_user on email_tokens (user_id, purpose);

create table throttles (
  key text primary key,
  hits integer not null check (hits > 0),
  resets_at timestamptz not null
);

create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table mailbox (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text_body text not null,
  sent_at timestamptz not null default now()
);

-- Ledger: double entry in cents, append-only. An account of a kind that has a floor carries its balance as a row,
-- moved by the transfer's own trigger, so that no path can change one without the other.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][a-z0-9_]*$'),
  owner_id uuid references users (id),
  limited boolean not null default false,
  created_at timestamptz not null default now(),
  unique nulls not distinct (kind, owner_id)
);
create index ledger_accounts_owner on ledger_accounts (owner_id);

create table ledger_balances (
  account_id bigint primary key references ledger_accounts (id),
  balance_cents bigint not null default 0 check (balance_cents >= 0)
) with (fillfactor = 50);

create table ledger_transfers (
  id bigint generated always as identity primary key,
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

create function ledger_apply_transfer() returns trigger language plpgsql as $$
begin
  update ledger_balances
    set balance_cents = balance_cents + case when account_id = new.credit_account_id then new.amount_cents else -new.amount_cents end
    where account_id in (new.debit_account_id, new.credit_account_id);
  return null;
end $$;
create trigger ledger_transfers_apply after insert on ledger_transfers for each row execute function ledger_apply_transfer();

create function ledger_open_balance() returns trigger language plpgsql as $$
begin
  if new.limited then insert into ledger_balances (account_id) values (new.id); end if;
  return null;
end $$;
create trigger ledger_accounts_open after insert on ledger_accounts for each row execute function ledger_open_balance();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_transfers_append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();

-- Audit: entries are written in the transaction they speak of; the chain over them is laid by a single sealer right
-- after, so that no lock serialises the shop (docs/decisions/001).
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject text not null default '',
  address text not null default '',
  details jsonb not null default '{}'
);
create table audit_chain (
  position bigint primary key check (position > 0),
  entry_id bigint not null unique references audit_entries (id),
  hash bytea not null check (length(hash) = 32)
);
create trigger audit_entries_append_only before update or delete on audit_entries for each row execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete on audit_chain for each row execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function refuse_change();
