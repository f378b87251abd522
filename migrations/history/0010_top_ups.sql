-- Top-ups credited in parts: what each credit was worth, what is still held and why, who decided, and how it was screened.

alter table deposits
  -- When it was first deep enough: the lock of a rate is honoured by this, however long it is held afterwards.
  add column confirmed_at timestamptz,
  add column credited_units numeric(78, 0) not null default 0,
  add column locked_cents bigint not null default 0 check (locked_cents >= 0),
  add column screening text not null default 'unscreened' check (screening in ('unscreened', 'unknown', 'clear', 'hit')),
  add column screened_at timestamptz,
  add column screened_list_id bigint references sanctions_lists (id),
  drop constraint deposits_check2;

-- A hold was a sentence; now it is what the sentence is made of.
update deposits set hold_reason = case
  when hold_reason like 'This payment is being reviewed%' then 'review'
  when hold_reason like 'Payments below%' then 'minimum'
  when hold_reason like 'You may add%' then 'monthly'
  else 'stored' end
where hold_reason is not null;
update deposits d set credited_units = d.amount_units, confirmed_at = d.credited_at,
  locked_cents = least(d.credited_cents, trunc(d.locked_units * r.usd_e8 / case d.coin when 'ETH' then 1e24 else 1e14 end))::bigint
from payments p join rate_samples r on r.id = p.rate_id
where p.id = d.payment_id and d.state = 'credited';

alter table deposits
  add constraint deposits_hold_reason check (hold_reason in ('review', 'kept', 'minimum', 'stored', 'monthly')),
  add constraint deposits_held check (state <> 'held' or hold_reason is not null),
  add constraint deposits_rest_held check (
    hold_reason is null or state = 'held' or (state = 'credited' and credited_units < amount_units)),
  add constraint deposits_credited_units check (
    credited_units between 0 and amount_units and locked_units <= credited_units
    and (credited_units = 0 or state = 'credited'));
create index deposits_partly on deposits (coin) where state = 'credited' and credited_units < amount_units;
create index deposits_held on deposits (id) where hold_reason is not null;
create index deposits_user on deposits (user_id, id);

-- What a receipt is called by.
alter table payments add column number bigint generated always as identity (start with 1001) unique;

-- One row for each booking of a deposit: the part at the quote's rate and the part at the rate of that moment.
create table deposit_credits (
  id bigint generated always as identity primary key,
  deposit_id uuid not null references deposits (id),
  generation integer not null,
  locked_units numeric(78, 0) not null check (locked_units >= 0),
  locked_cents bigint not null check (locked_cents >= 0),
  current_units numeric(78, 0) not null check (current_units >= 0),
  current_cents bigint not null check (current_cents >= 0),
  -- The rate of current_units; the locked one is the payment's.
  rate_id bigint references rate_samples (id),
  at timestamptz not null,
  reversed_at timestamptz,
  unique (deposit_id, generation),
  check ((current_units = 0) = (rate_id is null))
);
create index deposit_credits_rate on deposit_credits (rate_id);
create index payments_rate on payments (rate_id);
create index deposits_rate on deposits (rate_id);

insert into deposit_credits (deposit_id, generation, locked_units, locked_cents, current_units, current_cents, rate_id, at)
select id, generation, locked_units, case when rate_id is null then credited_cents else locked_cents end,
  case when rate_id is null then 0 else amount_units - locked_units end,
  case when rate_id is null then 0 else credited_cents - locked_cents end, rate_id, credited_at
from deposits where state = 'credited';

-- What a person decided about a held deposit, and why. A sanctions hit is released by two.
create table hold_decisions (
  id uuid primary key default uuidv7(),
  deposit_id uuid not null references deposits (id),
  decision text not null check (decision in ('propose', 'release', 'keep')),
  reason text not null check (length(reason) between 3 and 500),
  hold_reason text not null,
  actor_id uuid not null references users (id),
  at timestamptz not null
);
create index hold_decisions_deposit on hold_decisions (deposit_id, id desc);
create trigger hold_decisions_append_only before update or delete on hold_decisions
  for each row execute function refuse_change();

alter table sanctions_lists
  -- When the file itself was last written: a list that was renewed without a change is no old one.
  add column file_at timestamptz,
  add column skipped_lines integer[] not null default '{}';

create index rate_samples_at on rate_samples (coin, at);
