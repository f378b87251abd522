-- Figures of each batch, by state and in sum: its stock with what changed since it was counted.
create or replace view batch_figures as
select batch_id, sum(cards)::bigint as total,
  coalesce(sum(cards) filter (where state = 'quarantined'), 0)::bigint as quarantined,
  coalesce(sum(cards) filter (where state = 'unconfirmed'), 0)::bigint as unconfirmed,
  coalesce(sum(cards) filter (where state = 'available'), 0)::bigint as available,
  coalesce(sum(cards) filter (where state = 'paused'), 0)::bigint as paused,
  coalesce(sum(cards) filter (where state = 'sold'), 0)::bigint as sold,
  coalesce(sum(cards) filter (where state = 'expired'), 0)::bigint as expired,
  coalesce(sum(cards) filter (where state = 'withdrawn'), 0)::bigint as withdrawn,
  coalesce(sum(cards) filter (where state = 'void'), 0)::bigint as void,
  coalesce(sum(face_cents) filter (where state in ('quarantined', 'unconfirmed', 'available', 'paused')), 0)::bigint
    as stock_face_cents,
  coalesce(sum(price_cents) filter (where state in ('quarantined', 'unconfirmed', 'available', 'paused')), 0)::bigint
    as stock_price_cents,
  coalesce(sum(face_cents) filter (where state = 'sold'), 0)::bigint as sold_face_cents,
  coalesce(sum(price_cents) filter (where state = 'sold'), 0)::bigint as sold_price_cents,
  coalesce(sum(confirmed) filter (where state not in ('quarantined', 'void')), 0)::bigint as confirmed,
  sum(face_cents)::bigint as face_cents,
  sum(price_cents)::bigint as price_cents
from (select * from batch_stock union all select * from batch_stock_changes) as stock group by batch_id;

-- Figures of the whole stock follow those of its batches.
create or replace function add_stock_totals() returns trigger language plpgsql
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
create or replace trigger batch_stock_totals_by_insert after insert on batch_stock
  referencing new table as new_stock for each statement execute function add_stock_totals();
create or replace trigger batch_stock_totals_by_update after update on batch_stock
  referencing old table as old_stock new table as new_stock for each statement execute function add_stock_totals();

-- Figures of a batch's stock are written as changes, so that two sales don't wait for each other.
create or replace function note_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into batch_stock_changes
    select batch_id, state, count(*), sum(face_cents), sum(price_cents), sum(issuer_confirmed::int) from new_cards group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into batch_stock_changes
    select batch_id, state, -count(*), -sum(face_cents), -sum(price_cents), -sum(issuer_confirmed::int)
    from old_cards group by 1, 2;
  else
    insert into batch_stock_changes
    select batch_id, state, sum(n), sum(n * face_cents), sum(n * price_cents), sum(n * issuer_confirmed::int)
    from (select 1 as n, batch_id, state, face_cents, price_cents, issuer_confirmed from new_cards
      union all select -1, batch_id, state, face_cents, price_cents, issuer_confirmed from old_cards) as moved
    group by 1, 2
    having sum(n) <> 0 or sum(n * face_cents) <> 0 or sum(n * price_cents) <> 0 or sum(n * issuer_confirmed::int) <> 0;
  end if;
  return null;
end $$;
create or replace trigger cards_stock_by_delete after delete on cards
  referencing old table as old_cards for each statement execute function note_stock();
create or replace trigger cards_stock_by_insert after insert on cards
  referencing new table as new_cards for each statement execute function note_stock();
create or replace trigger cards_stock_by_update after update on cards
  referencing old table as old_cards new table as new_cards for each statement execute function note_stock();
