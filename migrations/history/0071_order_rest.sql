-- A card returned after support refunded part of its order by hand comes back at its price, and what exceeds the order's cost is
-- set off at once: then nothing is left, and nothing less than that.
create or replace function order_rest(of_order orders) returns bigint language sql stable as $$
  select greatest(0, of_order.total_cents - of_order.refunded_cents
    - coalesce((select sum(cents) from balance_adjustments where order_id = of_order.id), 0))::bigint
$$;
