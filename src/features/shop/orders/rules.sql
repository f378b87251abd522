insert into transfer_kinds (kind, debit, credit) values
  ('order', 'available', 'sales'),
  ('return', 'sales', 'available'),
  ('refund_set_off', 'available', 'adjustments');

-- A card returned after support refunded part of its order by hand comes back at its price, and what exceeds the order's cost is
-- set off at once: then nothing is left, and nothing less than that.
create or replace function order_rest(of_order orders) returns bigint language sql stable as $$
  select greatest(0, of_order.total_cents - of_order.refunded_cents
    - coalesce((select sum(cents) from balance_adjustments where order_id = of_order.id), 0))::bigint
$$;

-- The first order of a buyer is marked as such.
create or replace function mark_first_order() returns trigger language plpgsql as $$
begin
  new.first_of_buyer := not exists (select from orders where user_id = new.user_id);
  return new;
end $$;
create or replace trigger orders_mark_first before insert on orders for each row execute function mark_first_order();

-- What each order cost, with refunds deducted.
create or replace view order_costs as select user_id, created_at, total_cents - refunded_cents as cents from orders;

-- Numbers of orders, by which people name them, and whose they are.
create or replace view numbered_orders as select id, number, user_id from orders;

-- The order of each line: transfers name the line alone.
create or replace view line_orders as select id, order_id from order_lines;

-- What of each order can still be paid back.
create or replace view order_rests as select id, user_id, order_rest(o) as cents from orders o;

-- While an issuer can't be asked, guarantees stand still: each one that was running ends later by as long as that took, and so does the
-- time in which its seller waits for the money.
create or replace function lengthen_guarantees() returns trigger language plpgsql as $$
declare
  lines uuid[];
  times interval[];
begin
  with stopped as (
    update order_lines l set guarantee_ends_at = l.guarantee_ends_at + s.time,
      guarantee_paused_seconds = l.guarantee_paused_seconds + extract(epoch from s.time)::bigint
    from (select r.id, new.ended_at - greatest(r.revealed_at, new.began_at) as time
      from order_lines r join cards c on c.id = r.card_id
      where r.state = 'revealed' and r.guarantee_ends_at > new.began_at and c.programme_id = new.programme_id
      order by r.id for update of r) s
    where l.id = s.id and s.time > interval '0'
    returning l.id, s.time)
  select array_agg(id), array_agg(time) into lines, times from stopped;
  perform lengthen_waits(lines, times);
  return null;
end $$;
create or replace trigger issuer_outages_lengthen after update of ended_at on issuer_outages
  for each row when (old.ended_at is null and new.ended_at is not null) execute function lengthen_guarantees();

-- Cards that were sold, by the lines of their orders: when, to whom, for how much, and whether they came back. Outer, so that
-- whoever doesn't ask for the buyer doesn't read orders.
create or replace view sold_cards as
select l.id as line_id, l.card_id, l.batch_id, l.state, l.price_cents, l.cost_cents, l.created_at, o.user_id
from order_lines l left join orders o on o.id = l.order_id;

-- What was given back of each line of an order by the transfers up to one: the price of a card that came back, and of the others their
-- part of what support refunded of the order by hand, by price and each cent in one place. So no line is given back more than it cost:
-- once a card comes back, its part by hand stands with the cards that are left. What exceeds those is set off in the same transaction.
create or replace function given_back(of_order uuid, through_id bigint)
returns table (line_id uuid, cents bigint) language sql stable as $$
  with lines as (
    select l.id, l.price_cents, exists (
      select from ledger_transfers t where t.unique_key = 'return:' || l.id and t.id <= through_id) as came_back
    from order_lines l where l.order_id = of_order),
  left_over as (
    select id, price_cents, sum(price_cents) over (order by id) as until_cents, sum(price_cents) over () as all_cents
    from lines where not came_back),
  by_hand as (
    select coalesce(sum(t.amount_cents), 0) as cents
    from balance_adjustments a join ledger_transfers t on t.unique_key = 'adjustment:' || a.id
    where a.order_id = of_order and t.id <= through_id)
  select id, price_cents from lines where came_back
  union all
  select id, (div(least(cents, all_cents) * until_cents, all_cents)
      - div(least(cents, all_cents) * (until_cents - price_cents), all_cents))::bigint
  from left_over, by_hand
$$;

-- What one transfer gave back of each line of its order; nothing if it gives nothing back.
create or replace function given_back_by(t ledger_transfers)
returns table (line_id uuid, cents bigint) language sql stable as $$
  select after.line_id, after.cents - before.cents
  from (
    select order_id from order_lines where id = t.reference and t.kind in ('return', 'claim')
    union all
    select order_id from balance_adjustments where id = t.reference and t.kind = 'adjustment') o
  cross join given_back(o.order_id, t.id) after join given_back(o.order_id, t.id - 1) before using (line_id)
  where after.cents <> before.cents
$$;
