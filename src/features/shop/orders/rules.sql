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
