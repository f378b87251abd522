-- A programme that is back on sale serves its pre-orders first: those placed while it was suspended, or skipped before that,
-- want cards that were in stock all along.
create function allot_when_resumed() returns trigger language plpgsql as $$
begin
  perform lock_preorder_queue(new.id);
  perform allot_cards(array(
    select c.id
    from (
      select face_cents, sum(quantity - filled) as cards, max(highest_price_cents) as highest_price_cents from preorders
      where programme_id = new.id and state in ('open', 'part_filled') and not notify_only and retry_at is null group by 1
    ) wanted cross join lateral (
      select card.id
      from card_lots lot join cards card on card.batch_id = lot.batch_id and card.face_cents = lot.face_cents
        and card.price_cents = lot.price_cents and card.discount_bp = lot.discount_bp
        and coalesce(card.expires_on, 'infinity') = lot.expires_on
      where lot.programme_id = new.id and lot.face_cents = wanted.face_cents
        and lot.price_cents <= wanted.highest_price_cents and card.state = 'available'
      order by card.price_cents, card.id limit wanted.cards for update of card skip locked
    ) c));
  return null;
end $$;
create trigger programmes_preorders after update of state on programmes
  for each row when (old.state = 'suspended' and new.state = 'active') execute function allot_when_resumed();
