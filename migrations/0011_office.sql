-- Office: closings, figures, retention, maintenance.

create table ledger_days (
  day date not null,
  debit_kind text not null,
  credit_kind text not null,
  kind text not null,
  transfers bigint not null check (transfers > 0),
  cents bigint not null check (cents > 0),
  primary key (day, debit_kind, credit_kind, kind)
);
comment on table ledger_days is 'What moved between kinds of accounts on a day that is over (UTC), so that sums need no walk over the ledger.';

create table ledger_closings (
  account_id bigint not null references ledger_accounts (id),
  through_id bigint not null references ledger_transfers (id),
  balance_cents bigint not null,
  primary key (account_id, through_id)
);
comment on table ledger_closings is 'Sums of accounts without a balance row, up to a transfer that none with a lower id can follow any more.';

create table maintenance_windows (
  id uuid primary key default uuidv7(),
  -- What visitors read, by language.
  messages jsonb not null default '{}' check (jsonb_typeof(messages) = 'object' and length(messages::text) <= 4000),
  started_at timestamptz not null,
  -- Null: from the command line.
  started_by uuid references users (id),
  -- The shop opens then by itself; null: when somebody opens it.
  ends_at timestamptz,
  ended_at timestamptz,
  check (ends_at > started_at)
);
create unique index maintenance_windows_open on maintenance_windows ((true)) where ended_at is null;
comment on table maintenance_windows is 'When the shop was closed for work, and what it said meanwhile.';

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
  started_at timestamptz,
  primary key (worker, name)
);
comment on table worker_loops is 'How the loops in the background are doing.';

create table retention_periods (
  name text primary key check (name ~ '^[a-z_]+$'),
  days integer not null check (days > 0),
  changed_by uuid not null references users (id),
  changed_at timestamptz not null
);
comment on table retention_periods is 'How long rows are kept where staff changed it.';

create table retention_runs (
  name text not null check (name ~ '^[a-z_]+$'),
  -- In UTC.
  day date not null,
  deleted bigint not null check (deleted >= 0),
  -- What had ended before was deleted.
  before timestamptz not null,
  -- Null: there is more to delete.
  completed_at timestamptz,
  primary key (name, day)
);
create index retention_runs_latest on retention_runs (day desc, name);
comment on table retention_runs is 'What the nightly deletion removed, by rule.';

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
comment on table daily_figures is 'What happened on a day, summed up once, for the charts of the back office.';
comment on column daily_figures.uncosted_cards is 'Cards sold whose cost nobody entered, so that the margin leaves them out.';

create table desk_figures (
  day date primary key,
  computed_at timestamptz not null,
  opened bigint not null,
  answered bigint not null,
  answered_in_time bigint not null,
  answer_ms bigint not null,
  solved bigint not null,
  solved_in_time bigint not null,
  solve_ms bigint not null,
  rated_good bigint not null,
  rated_bad bigint not null
);
comment on table desk_figures is 'What the desk did on a day, summed up once.';
