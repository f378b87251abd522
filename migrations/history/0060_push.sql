-- Push notifications (RFC 8030, 8291, 8292): the shop's key pair, and the browsers that want them.

create table push_keys (
  single boolean primary key default true check (single),
  public_key text not null check (public_key ~ '^[\w-]{87}$'),
  -- Seals the private key, and the address and keys of every subscription.
  data_key bytea not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now()
);

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
