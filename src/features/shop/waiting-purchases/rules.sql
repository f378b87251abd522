-- What the MAC of a row covers.
create or replace function sealed_facts(r waiting_purchases) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, r.session_id, r.card_ids, r.prices_cents, r.value_card_ids, r.total_cents,
    micros(r.consent_at), r.consent_version, micros(r.asked_at), micros(r.expires_at), r.state, micros(r.ended_at), r.order_id),
    r.revision);

create or replace trigger waiting_purchases_revision before update of mac, revision on waiting_purchases
  for each row execute function raise_revision();

-- Nobody's money buys for another: the payment, the order and the purchase have one owner, whoever writes them.
create or replace function refuse_foreign_purchase() returns trigger language plpgsql as $$
begin
  if not exists (select from payments where id = new.id and user_id = new.user_id)
    or (new.order_id is not null and not exists (select from orders where id = new.order_id and user_id = new.user_id)) then
    raise exception 'waiting purchase % is of somebody else than its payment or order', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger waiting_purchases_of_one before insert or update of user_id, order_id on waiting_purchases
  for each row execute function refuse_foreign_purchase();

-- Bought once, and what failed stays so; what was called off may be asked for again.
create or replace function purchase_may_become(before text, after text) returns boolean language sql immutable
  return (before, after) in (
    ('waiting', 'bought'), ('waiting', 'called_off'), ('waiting', 'failed'), ('called_off', 'waiting'));

create or replace trigger waiting_purchases_transition before update of state on waiting_purchases
  for each row when (old.state <> new.state and not purchase_may_become(old.state, new.state)) execute function refuse_transition();

create or replace trigger waiting_purchases_kept before delete on waiting_purchases for each row execute function refuse_change();
