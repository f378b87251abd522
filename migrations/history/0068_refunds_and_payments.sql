-- A manual refund names its order, which never pays back more than it cost, whichever way.
alter table balance_adjustments add column order_id uuid references orders (id);
alter table balance_adjustments add constraint balance_adjustments_order
  check ((cause = 'refund') = (order_id is not null)) not valid;
create index balance_adjustments_of_order on balance_adjustments (order_id) where order_id is not null;

create or replace function refuse_undecided_adjustment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals where id = new.proposal_id and kind = 'balance.adjust' and subject = new.user_id
      and decision = 'approved' and new.user_id not in (proposer_id, decider_id)
      and (facts ->> 'cents')::bigint = new.cents and facts ->> 'cause' = new.cause
      and facts ->> 'order_id' is not distinct from new.order_id::text
  ) then
    raise exception 'nobody else agreed to adjust the balance of user %', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What an order may still pay back.
create function order_rest(of_order orders) returns bigint language sql stable as $$
  select (of_order.total_cents - of_order.refunded_cents
    - coalesce((select sum(cents) from balance_adjustments where order_id = of_order.id), 0))::bigint
$$;

-- The payments of all buyers by day.
create index payments_asked on payments (created_at, id);
create index payments_asked_in on payments (coin, created_at, id);
