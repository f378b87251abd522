-- The maintenance switch, what the worker's loops last did, and sums of each day for the overview.

create table maintenance_windows (
  id uuid primary key default uuidv7(),
  -- What visitors read, by language.
  messages jsonb not null default '{}' check (jsonb_typeof(messages) = 'object' and length(messages::text) <= 4000),
  started_at timestamptz not null,
  -- Null: from the command line.
  started_by uuid references users (id),
  -- The shop opens then by itself; null: when somebody opens it.
  ends_at timestamptz check (ends_at > started_at),
  ended_at timestamptz
);
create unique index maintenance_windows_open on maintenance_windows ((true)) where ended_at is null;

create function tell_of_maintenance() returns trigger language plpgsql as $$
begin
  perform pg_notify('maintenance_changed', '');
  return null;
end $$;
create trigger maintenance_windows_told after insert or update on maintenance_windows
  for each statement execute function tell_of_maintenance();

-- One row for each loop of each worker, written every few seconds.
create table worker_loops (
  worker text not null check (length(worker) <= 100),
  name text not null,
  -- Between two runs.
  every_ms bigint not null,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- Since the last success.
  failures integer not null,
  last_error text not null default '' check (length(last_error) <= 300),
  reported_at timestamptz not null,
  primary key (worker, name)
);

-- By day in UTC. The last month is summed anew, because cards come back and new buyers take their time.
create table daily_figures (
  day date primary key,
  computed_at timestamptz not null,
  orders bigint not null,
  cards bigint not null,
  sales_cents bigint not null,
  refunded_cents bigint not null,
  -- Of the cards that were sold on the day and not returned, where their cost is known.
  margin_cents bigint not null,
  uncosted_cards bigint not null,
  top_ups bigint not null,
  top_up_cents bigint not null,
  -- Accounts of the day, and how far they have come since.
  registered bigint not null,
  confirmed bigint not null,
  activated bigint not null,
  bought bigint not null,
  -- Who bought for the first time on the day.
  new_buyers bigint not null
);

-- Rows arrive in the order of their times, so that these stay tiny and cost an insert nothing.
create index orders_day on orders using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index users_day on users using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index ledger_transfers_day on ledger_transfers using brin (created_at) with (pages_per_range = 16, autosummarize = on);
