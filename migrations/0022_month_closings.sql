-- Months of the books that are closed, with their sums.

create table month_closings (
  id uuid primary key default uuidv7(),
  month date not null check (extract(day from month) = 1),
  transfers bigint not null check (transfers >= 0),
  last_transfer_id bigint references ledger_transfers (id),
  last_link bytea check (length(last_link) = 32),
  closed_at timestamptz not null,
  reopened_at timestamptz
);
create unique index month_closings_month on month_closings (month) where reopened_at is null;
comment on table month_closings is 'Months (UTC) into which no transfer may be dated any more, until two people reopen one. Who closed it stands in the audit log.';
comment on column month_closings.last_transfer_id is 'The latest transfer of the month; null if nothing moved in it.';
comment on column month_closings.last_link is 'The link of that transfer in the chain of the ledger; null if it had none yet.';

create table month_sums (
  closing_id uuid not null references month_closings (id),
  kind text not null,
  opening_cents bigint not null,
  debited_cents bigint not null check (debited_cents >= 0),
  credited_cents bigint not null check (credited_cents >= 0),
  closing_cents bigint not null check (closing_cents = opening_cents - debited_cents + credited_cents),
  primary key (closing_id, kind)
);
comment on table month_sums is 'What each kind of account held before and after a closed month, and what moved in it. A check derives it again.';
