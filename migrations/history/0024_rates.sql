-- A rate that jumped waits for two people; the dollar rates of other currencies are kept like those of coins.

create table rate_jumps (
  id uuid primary key default uuidv7(),
  coin text not null check (coin in ('BTC', 'ETH', 'LTC')),
  -- The accepted rate that it is judged against, and the newest reading.
  from_usd_e8 numeric(38, 0) not null check (from_usd_e8 > 0),
  usd_e8 numeric(38, 0) not null check (usd_e8 > 0),
  sources text[] not null,
  since timestamptz not null,
  read_at timestamptz not null,
  -- When two people accepted it, or the rate came back; null while the coin is paused for it.
  ended_at timestamptz
);
comment on table rate_jumps is 'Rates that were refused because they jumped, until two people accept them or the rate comes back.';
create unique index rate_jumps_open on rate_jumps (coin) where ended_at is null;

-- The jump that people accepted with this sample: later rates are judged against it.
alter table rate_samples add column jump_id uuid unique references rate_jumps (id);

create table fiat_samples (
  id bigint generated always as identity primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  -- Dollars for one unit of the currency, times 10^8.
  usd_e8 numeric(38, 0) not null check (usd_e8 > 0),
  sources text[] not null,
  at timestamptz not null
);
comment on table fiat_samples is 'Dollar rates of other currencies, from the sources of the coins.';
create index fiat_samples_latest on fiat_samples (currency, id desc);
create index fiat_samples_at on fiat_samples (at);
