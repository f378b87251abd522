-- Identity: accounts, sessions, factors, linked accounts.

-- A part of a name or an address of mail, in one index.
create function user_words(username text, email text, display_name text) returns text
language sql immutable parallel safe return username || ' ' || email || ' ' || lower(display_name);

create table users (
  id uuid primary key default uuidv7(),
  username text not null unique check (username ~ '^[a-z0-9_.-]{3,32}$'),
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  role text not null default 'buyer' check (role in ('buyer', 'admin')),
  duties text[] not null default '{}' check (duties <@ array['importer', 'approver', 'support', 'payouts',
    'publisher', 'auditor', 'seller']),
  tier smallint not null default 0 check (tier between 0 and 2),
  terms_accepted_at timestamptz,
  email_verified_at timestamptz,
  activated_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  display_name text not null default '' check (length(display_name) <= 80),
  locale text check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'),
  time_zone text check (length(time_zone) between 1 and 64),
  theme text check (theme in ('system', 'light', 'dark')),
  erased_at timestamptz,
  duties_proposal_id uuid unique,
  country text check (country ~ '^[A-Z]{2}$'),
  mac bytea check (length(mac) = 32),
  revision integer not null default 0,
  second_factor boolean not null default false,
  constraint users_import_or_approve check (not duties @> array['importer', 'approver']),
  constraint users_audit_alone check (not ('auditor' = any (duties)) or cardinality(duties) = 1),
  constraint users_sell_alone check (not ('seller' = any (duties)) or cardinality(duties) = 1)
);
-- Only a confirmed address is somebody's: registering with another's address must tell nothing and take nothing.
create unique index users_confirmed_email on users (email) where email_verified_at is not null;
create index users_words on users using gin (user_words(username, email, display_name) gin_trgm_ops);
create index users_inactive on users (id) where activated_at is null and erased_at is null;
create index users_disabled on users (id) where disabled_at is not null;
create index users_staff on users (id) where role = 'admin';
create index users_tier on users (tier, id);
create index users_day on users using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index users_joined on users (created_at, id);
comment on table users is 'Accounts of buyers and staff.';
comment on column users.duties is 'What a member of staff may do; given by two people.';
comment on column users.duties_proposal_id is 'The decision that gave them.';
comment on column users.second_factor is 'Whether there is one, so that a row that was deleted is missed.';

create table account_links (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('device', 'funding', 'gifts', 'sign_up')),
  key bytea not null check (length(key) = 32),
  ties boolean not null default false,
  -- Sightings within an hour are one.
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- A cut link stays, so that the same sign doesn't tie the account again.
  cut_at timestamptz,
  cut_by uuid references users (id),
  cut_reason text check (length(cut_reason) between 3 and 500),
  unique (kind, key, user_id),
  check (last_at >= first_at),
  check ((cut_at is null) = (cut_by is null) and (cut_at is null) = (cut_reason is null))
);
create index account_links_user on account_links (user_id, id);
create index account_links_last on account_links (last_at);
comment on table account_links is 'What ties an account to others: a device, an address that paid, gifts, a burst of sign-ups.';
comment on column account_links.key is 'A keyed digest of what is shared, never the thing itself.';
comment on column account_links.ties is 'Whether it makes a group of those who share it; staff may cut it.';

create table shared_keys (
  kind text not null,
  key bytea not null,
  marked_at timestamptz not null,
  marked_by uuid not null references users (id),
  reason text not null check (length(reason) between 3 and 500),
  primary key (kind, key)
);
comment on table shared_keys is 'What ties nobody any more, because staff know whose it is: an exchange''s address, a library''s computer.';

create table linked_accounts (
  user_id uuid primary key references users (id),
  group_id uuid not null
);
create index linked_accounts_group on linked_accounts (group_id);
comment on table linked_accounts is 'Which group an account belongs to. Accounts without a row are linked with nobody.';

create table account_waits (
  user_id uuid primary key references users (id),
  why text not null check (why in ('size', 'disabled', 'payment')),
  since timestamptz not null,
  released_at timestamptz,
  released_by uuid references users (id),
  release_reason text check (length(release_reason) between 3 and 500),
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_reason is null))
);
create index account_waits_open on account_waits (since) where released_at is null;
comment on table account_waits is 'New accounts of a group under suspicion, which buy nothing until a person releases them.';

create table throttles (
  key text primary key,
  hits integer not null check (hits > 0),
  resets_at timestamptz not null
);
comment on table throttles is 'How often something was tried, by a key, until it is forgotten.';

create table devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  user_agent text not null default '' check (length(user_agent) <= 400),
  trusted_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  mac bytea check (length(mac) = 32),
  revision integer not null default 0,
  unique (user_id, token_hash)
);
comment on table devices is 'Browsers that somebody signed in on, known by a cookie.';
comment on column devices.trusted_at is 'When its owner confirmed it; null: it may spend little.';

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_agent text not null default '' check (length(user_agent) <= 400),
  address text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  device_id uuid not null references devices (id) on delete cascade,
  confirmed_at timestamptz,
  confirmed_by text check (confirmed_by in ('password', 'totp', 'recovery_code', 'passkey')),
  mac bytea check (length(mac) = 32),
  revision integer not null default 0
);
create index sessions_user on sessions (user_id);
create index sessions_device on sessions (device_id);
comment on table sessions is 'Who is signed in on which device, by the hash of the token.';
comment on column sessions.confirmed_at is 'When the person last gave a factor: what moves money asks for a fresh one.';

create table push_keys (
  single boolean primary key default true check (single),
  public_key text not null check (public_key ~ '^[\w-]{87}$'),
  -- Seals the private key, and the address and keys of every subscription.
  data_key bytea not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);
comment on table push_keys is 'The key pair that this shop signs push messages with. One row.';

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Ends with the session, however that ends.
  session_id uuid not null references sessions (id) on delete cascade,
  -- Whoever knows a browser's address and keys could find it again and write to it.
  sealed bytea not null,
  -- A keyed digest of the address: a browser is subscribed once.
  endpoint_mac bytea not null unique check (length(endpoint_mac) = 32),
  topics text[] not null check (topics <@ array['orders', 'payments', 'tickets']),
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);
comment on table push_subscriptions is 'Browsers that get push messages; addresses are sealed.';

create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  data_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table totp_secrets is 'Secrets of authenticator apps, sealed.';
comment on column totp_secrets.last_step is 'The last period whose code was used: none works twice.';

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_mac bytea not null check (length(code_mac) = 32),
  used_at timestamptz,
  primary key (user_id, code_mac)
);
comment on table recovery_codes is 'Codes that stand in for a lost second factor, each once, as MACs.';

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null check (length(public_key) <= 4096),
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  mac bytea check (length(mac) = 32),
  revision integer not null default 0
);
create index passkeys_user on passkeys (user_id);
comment on table passkeys is 'Public keys of passkeys.';
comment on column passkeys.counter is 'Uses that the passkey counted; one that falls was copied.';

create table passkey_challenges (
  id uuid primary key default uuidv7(),
  -- Null for a sign-in: who it is comes with the answer.
  user_id uuid references users (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in', 'confirm')),
  challenge text not null,
  expires_at timestamptz not null,
  proposal_id uuid,
  decision text check (decision in ('approved', 'rejected')),
  nonce text,
  mac bytea check (length(mac) = 32),
  constraint passkey_challenges_decision_whole check (num_nulls(proposal_id, decision, nonce) in (0, 3))
);
create index passkey_challenges_age on passkey_challenges (expires_at);
comment on table passkey_challenges is 'Questions that a passkey is to sign, each once, some about one decision.';

create table device_codes (
  id uuid primary key default uuidv7(),
  device_id uuid not null unique references devices (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5)
);
comment on table device_codes is 'Codes mailed to confirm a device. The code is derived from the id and the master key, and stored nowhere.';

create table email_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  old_email text,
  stopped_at timestamptz,
  old_email_confirmed boolean not null default false,
  mac bytea check (length(mac) = 32),
  revision integer not null default 0
);
create index email_tokens_user on email_tokens (user_id, purpose);
comment on table email_tokens is 'Links in mails that confirm an address, set a password or stop a change.';

-- What lower areas refer to here.
alter table idempotency_keys add foreign key (user_id) references users (id) on delete cascade;
alter table ledger_accounts add foreign key (owner_id) references users (id);
alter table notifications add foreign key (user_id) references users (id) on delete cascade;
alter table notification_settings add foreign key (user_id) references users (id) on delete cascade;
