-- Live updates: an outbox written in the transaction that an event speaks of, and what a person was told.

-- Numbers are given after the commit (docs/decisions/009), so writing here waits for nobody.
create table events (
  id bigint generated always as identity primary key,
  channel text not null check (channel ~ '^private-[a-z0-9-]+(\.[a-z0-9-]+)?$' and length(channel) <= 100),
  event text not null check (event ~ '^[a-z][a-z0-9-]{0,63}$'),
  data jsonb not null check (jsonb_typeof(data) = 'object' and length(data::text) <= 8000),
  created_at timestamptz not null default now(),
  -- Place among all events, and in the channel; both without a gap, in an order in which events became visible.
  position bigint unique,
  seq bigint,
  check ((position is null) = (seq is null))
);
create index events_without_place on events (id) where position is null;

-- The highest number given in each channel; 'all' counts positions.
create table event_counters (
  channel text primary key,
  last bigint not null check (last >= 0)
);
insert into event_counters values ('all', 0);

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('success', 'info', 'warning', 'error')),
  title jsonb not null check (length(title::text) <= 2000),
  content jsonb not null check (length(content::text) <= 4000),
  -- Own path of the page that it is about.
  link text check (link ~ '^/[a-z0-9/_-]*$'),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id) where read_at is null;
