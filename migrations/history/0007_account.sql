-- What a person does with an account: preferences, known devices, second factors, a change of address, erasure.

alter table users
  add column display_name text not null default '' check (length(display_name) <= 80),
  -- Null: as the browser asks for it.
  add column locale text check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'),
  add column time_zone text check (length(time_zone) between 1 and 64),
  add column theme text check (theme in ('system', 'light', 'dark')),
  add column erased_at timestamptz;

-- A browser that signed in before. It holds a random value in a cookie; only the hash of it is kept.
create table devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  user_agent text not null default '' check (length(user_agent) <= 400),
  -- Null until a factor was confirmed on it: codes are not revealed there before.
  trusted_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (user_id, token_hash)
);

alter table sessions
  -- Null in sessions that are older than devices.
  add column device_id uuid references devices (id) on delete set null,
  add column confirmed_at timestamptz,
  add column confirmed_by text check (confirmed_by in ('password', 'totp', 'recovery_code', 'passkey'));
create index sessions_device on sessions (device_id) where device_id is not null;

-- The secret is sealed under a data key of its own, which the vault's master key wraps.
create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  data_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- Steps up to this one were used.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_mac bytea not null check (length(code_mac) = 32),
  used_at timestamptz,
  primary key (user_id, code_mac)
);

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null check (length(public_key) <= 4096),
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  id uuid primary key default uuidv7(),
  -- Null for a sign-in: who it is comes with the answer.
  user_id uuid references users (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in', 'confirm')),
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);

alter table email_tokens
  drop constraint email_tokens_purpose_check,
  add constraint email_tokens_purpose_check check (purpose in ('verify_email', 'reset_password', 'change_email')),
  -- Of a change: the address before it, which may stop it.
  add column old_email text,
  add column stopped_at timestamptz;

-- A person's own entries, for the export of the account.
create index audit_entries_actor on audit_entries (actor_id, id) where actor_id is not null;
create index audit_entries_subject on audit_entries (subject, id);
