-- What the back office reads costs the same however old and large the shop is.

-- The stock of all batches together, kept by the one loop that adds changes to `batch_stock`.
create table stock_totals (
  state text primary key,
  -- With at least one card in the state.
  batches bigint not null,
  cards bigint not null,
  price_cents bigint not null
);
insert into stock_totals (state, batches, cards, price_cents)
select state, count(*) filter (where cards > 0), sum(cards), sum(price_cents) from batch_stock group by state;

create function add_stock_totals() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_totals as total
    select state, count(*) filter (where cards > 0), sum(cards), sum(price_cents) from new_stock group by state order by state
    on conflict (state) do update set batches = total.batches + excluded.batches, cards = total.cards + excluded.cards,
      price_cents = total.price_cents + excluded.price_cents;
  else
    update stock_totals as total set batches = total.batches + moved.batches, cards = total.cards + moved.cards,
      price_cents = total.price_cents + moved.price_cents
    from (
      select state, sum(n * (cards > 0)::int) as batches, sum(n * cards) as cards, sum(n * price_cents) as price_cents
      from (select 1 as n, * from new_stock union all select -1, * from old_stock) as each group by state) as moved
    where total.state = moved.state;
  end if;
  return null;
end $$;
create trigger batch_stock_totals_by_insert after insert on batch_stock
  referencing new table as new_stock for each statement execute function add_stock_totals();
create trigger batch_stock_totals_by_update after update on batch_stock
  referencing old table as old_stock new table as new_stock for each statement execute function add_stock_totals();

-- Whether an order is its buyer's first. The purchases of a buyer queue at the lock on the balance.
alter table orders add column first_of_buyer boolean not null default false;
update orders o set first_of_buyer = true
where not exists (select from orders e where e.user_id = o.user_id and e.id < o.id);
create index orders_first on orders (created_at, id) where first_of_buyer;

create function mark_first_order() returns trigger language plpgsql as $$
begin
  new.first_of_buyer := not exists (select from orders where user_id = new.user_id);
  return new;
end $$;
create trigger orders_mark_first before insert on orders for each row execute function mark_first_order();

create index ledger_transfers_of_kind on ledger_transfers (kind, id);

-- Accounts of sellers have no balance row, at which all sales of a seller would queue. Now and then they are summed up
-- instead, up to a transfer that none with a lower id can follow any more.
create table ledger_closings (
  account_id bigint not null references ledger_accounts (id),
  through_id bigint not null references ledger_transfers (id),
  balance_cents bigint not null,
  primary key (account_id, through_id)
);

create function account_sum(account bigint) returns bigint language sql stable as $$
  with closed as (
    select through_id, balance_cents from ledger_closings where account_id = account order by through_id desc limit 1)
  select (coalesce((select balance_cents from closed), 0)
    + coalesce((select sum(amount_cents) from ledger_transfers
        where credit_account_id = account and id > coalesce((select through_id from closed), 0)), 0)
    - coalesce((select sum(amount_cents) from ledger_transfers
        where debit_account_id = account and id > coalesce((select through_id from closed), 0)), 0))::bigint
$$;
create or replace view seller_balances as
select seller_id, kind, account_sum(id) as balance_cents from ledger_accounts where seller_id is not null;

-- Of the run that goes on, or of the last one: a loop that never finished one is late, too.
alter table worker_loops add column started_at timestamptz;
